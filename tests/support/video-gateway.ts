/** A gateway with upstreams that make videos at once, and what the tests of the video routes share. */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { Operation } from "#lib/contract/google-operations/wire.ts";
import type { VideoTask } from "#lib/contract/openai-videos/wire.ts";
import { ADMIN_KEY, AUTHORIZED, type Mount, startGateway, type TestGateway } from "./gateway.ts";
import { startOperationStub, startVideoTaskStub, UPSTREAM_KEY, type VideoStub } from "./stub-videos.ts";

export const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
export const GOOGLE_KEY = { "x-provider-api-key": ADMIN_KEY, "content-type": "application/json" };
export const DONE = { status: "completed", progress: 100, engine: "stub" };

export type VideoGateway = TestGateway & {
  /** Upstream of the models `clips/…`, with `/v1/videos`. */
  clips: VideoStub;
  /** Upstream of the models `veo/…`, with `:predictLongRunning`. */
  veo: VideoStub;
  create(body: Record<string, unknown>, headers?: Record<string, string>): Promise<VideoTask>;
  read(id: string, headers?: Record<string, string>): Promise<VideoTask>;
  /** Polls until the task has ended. */
  ended(id: string): Promise<VideoTask>;
  predict(body: Record<string, unknown>, model?: string): Promise<Operation>;
  operation(name: string): Promise<Operation>;
  /** Makes a key of its own. @returns its headers */
  newKey(name: string): Promise<Record<string, string>>;
};

/** Both upstreams finish a task at the second poll. */
export async function startVideoGateway(
  mount: Mount,
  {
    config = {},
    environment = {},
    upstreams = {},
  }: {
    config?: Record<string, unknown>;
    environment?: Record<string, string>;
    upstreams?: Record<string, unknown>;
  } = {},
): Promise<VideoGateway> {
  const clips = await startVideoTaskStub();
  clips.looks = [{ status: "in_progress", progress: 40 }, DONE];
  const veo = await startOperationStub();
  veo.looks = [{ done: false }, operationDone(veo)];
  const gateway = await startGateway({
    mount,
    environment: { VIDEO_KEY: UPSTREAM_KEY, ...environment },
    config: {
      upstreams: {
        clips: upstreamOf(clips.url, "openai-videos"),
        veo: upstreamOf(veo.url, "google-operations"),
        words: { baseUrl: clips.url, models: ["m"] },
        ...upstreams,
      },
      ...config,
    },
  });
  const json = async (path: string, init: RequestInit) => {
    const response = await fetch(gateway.url + path, init);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return JSON.parse(text);
  };
  const read = (id: string, headers: Record<string, string> = BEARER): Promise<VideoTask> =>
    json(`/v1/videos/${id}`, { headers });
  return {
    ...gateway,
    clips,
    veo,
    read,
    create: (body, headers = {}) =>
      json("/v1/videos", { method: "POST", headers: { ...AUTHORIZED, ...headers }, body: JSON.stringify(body) }),
    async ended(id) {
      for (;;) {
        const task = await read(id);
        if (task.status === "completed" || task.status === "failed") return task;
        await delay(20);
      }
    },
    predict: (body, model = "veo/m") =>
      json(`/v1beta/models/${model}:predictLongRunning`, {
        method: "POST",
        headers: GOOGLE_KEY,
        body: JSON.stringify(body),
      }),
    operation: (name) => json(`/v1beta/${name}`, { headers: GOOGLE_KEY }),
    async newKey(name) {
      const { openStore } = await import("#lib/store/open-store.ts");
      const store = await openStore({ dataDir: gateway.dataDir });
      const { secret } = await store.keys.create({ name });
      await store.close();
      return { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    },
    async close() {
      await gateway.close();
      await clips.close();
      await veo.close();
    },
  };
}

export function operationDone(stub: VideoStub): Record<string, unknown> {
  return {
    done: true,
    response: {
      generateVideoResponse: {
        generatedSamples: [{ video: { uri: `${stub.url}/files/v:download?alt=media` } }],
        raiMediaFilteredCount: 0,
      },
    },
  };
}

export function upstreamOf(baseUrl: string, dialect: string) {
  return { baseUrl, apiKeyEnv: "VIDEO_KEY", dialects: [dialect], models: ["m"], videos: { idempotent: true } };
}
