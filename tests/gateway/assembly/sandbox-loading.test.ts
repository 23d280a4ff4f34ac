/** The sandbox's code is loaded when it is enabled and asked, and never before. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AUTHORIZED } from "#tests/support/gateway.ts";
import { createGatewayHome, type GatewayHome, type KillableGateway } from "#tests/support/killable-gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";
import { startVideoTaskStub, UPSTREAM_KEY, type VideoStub } from "#tests/support/stub-videos.ts";
import { DONE } from "#tests/support/video-gateway.ts";

vi.setConfig({ testTimeout: 60_000 });

const TRACER = new URL("../../support/trace-modules.ts", import.meta.url).href;
/** Packages of the sandbox, and of what it shares with stills of videos. */
const SANDBOX_ONLY = /canvas|webcodecs|mediabunny|h264-mp4-encoder|unpdf|json-schema-faker|minisearch/;
const HELLO = [{ role: "user", content: "Hello" }];

let upstream: StubUpstream;
let clips: VideoStub;
beforeAll(async () => {
  upstream = await startStubUpstream();
  clips = await startVideoTaskStub();
});
afterAll(() => Promise.all([upstream?.close(), clips?.close()]));

describe.each([{ enabled: false }, { enabled: true }])("with sandbox.enabled $enabled", ({ enabled }) => {
  const folder = mkdtempSync(join(tmpdir(), "parlance-modules-"));
  const trace = join(folder, "modules.txt");
  let home: GatewayHome;
  let gateway: KillableGateway;
  beforeAll(async () => {
    const upstreams = {
      chat: { baseUrl: upstream.url, models: ["m"] },
      pictures: { baseUrl: upstream.url, models: ["m"], dialects: ["openai-images"] },
      clips: { baseUrl: clips.url, models: ["m"], dialects: ["openai-videos"], apiKeyEnv: "VIDEO_KEY" },
    };
    home = createGatewayHome(
      { sandbox: { enabled, tokensPerSecond: 0 }, upstreams },
      { NODE_OPTIONS: `--import=${TRACER}`, TRACED_MODULES: trace, VIDEO_KEY: UPSTREAM_KEY },
    );
    gateway = await home.start();
  });
  afterAll(async () => {
    await home?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const loaded = () => [...new Set(readFileSync(trace, "utf8").trim().split("\n"))];
  const sandboxModules = () =>
    loaded().flatMap((url) => /\/lib\/(sandbox\/.*)/.exec(url)?.[1] ?? (SANDBOX_ONLY.test(url) ? [url] : []));
  /** Native libraries of all threads. Other systems have no such file. */
  const libraries = () => {
    if (process.platform !== "linux") return [];
    return [...new Set(readFileSync(`/proc/${gateway.pid}/maps`, "utf8").match(/\S+\.node$/gm))];
  };
  const post = async (path: string, body: unknown, status = 200) => {
    const headers = { ...AUTHORIZED, "anthropic-version": "2023-06-01" };
    const response = await fetch(gateway.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    expect(response.status, text).toBe(status);
    return text;
  };
  const get = async (path: string) => (await fetch(gateway.url + path, { headers: AUTHORIZED })).status;

  /** Calls of every lane but the sandbox's, and every route that the sandbox serves as well. */
  async function useOtherUpstreams(): Promise<void> {
    const chat = { model: "chat/m", messages: HELLO };
    await post("/v1/chat/completions", chat);
    await post("/v1/chat/completions", { ...chat, stream: true });
    await post("/v1/messages", { ...chat, max_tokens: 9 });
    await post("/v1/messages/count_tokens", chat);
    expect(await get("/v1/models")).toBe(200);
    expect(await get("/v1/models/chat%2Fm")).toBe(200);
    upstream.respondWith(jsonReply({ created: 1, data: [{ b64_json: "aGVsbG8=" }] }));
    await post("/v1/images/generations", { model: "pictures/m", prompt: "A fox" });
    upstream.reset();
    clips.looks = [DONE];
    const video = await post("/v1/videos", { model: "clips/m", prompt: "A fox" });
    const path = `/v1/videos/${JSON.parse(video).id}/content`;
    await vi.waitFor(async () => expect(await get(path)).toBe(200), { timeout: 20_000, interval: 100 });
  }

  if (!enabled) {
    it("loads none of it, on no thread", async () => {
      await useOtherUpstreams();
      const body = { model: "sandbox/guide", messages: HELLO };
      await post("/v1/chat/completions", body, 404);
      await post("/v1/images/generations", { model: "image-model-a", prompt: "A fox" }, 404);
      await post("/v1/videos", { model: "video-model-a", prompt: "A fox" }, 404);
      expect(loaded()).toEqual(expect.arrayContaining([expect.stringContaining("/lib/store/writer/worker.ts")]));
      expect(sandboxModules()).toEqual([]);
      expect(libraries().filter((path) => SANDBOX_ONLY.test(path))).toEqual([]);
    });
    return;
  }

  it("loads its list of models until it is asked, then what the request needs", async () => {
    await useOtherUpstreams();
    expect(sandboxModules()).toEqual(["sandbox/upstream.ts", "sandbox/models.ts"]);

    await post("/v1/chat/completions", { model: "sandbox/echo", messages: HELLO });
    expect(sandboxModules()).toContain("sandbox/responses/respond.ts");
    expect(sandboxModules()).not.toContain("sandbox/guide/draft-guide.ts");
    expect(libraries().filter((path) => SANDBOX_ONLY.test(path))).toEqual([]);

    const picture = { model: "sandbox/image-model-a", prompt: "A fox", quality: "low" };
    await post("/v1/images/generations", picture);
    expect(sandboxModules()).toEqual(
      expect.arrayContaining(["sandbox/painter/worker.ts", expect.stringContaining("@napi-rs/canvas")]),
    );
    if (process.platform === "linux") {
      expect(libraries()).toEqual(expect.arrayContaining([expect.stringMatching(/skia|canvas/)]));
    }
  });
});
