/** Videos that upstreams make: both APIs of clients over both APIs of upstreams, faults and crashes among it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { createGatewayHome, type GatewayHome, type KillableGateway } from "../support/killable-gateway.ts";
import { jsonReply } from "../support/stub-upstream.ts";
import {
  sendBytes,
  startOperationStub,
  startVideoTaskStub,
  UPSTREAM_KEY,
  type VideoStub,
} from "../support/stub-videos.ts";
import { tinyMp4 } from "../support/tiny-mp4.ts";
import { createVideo, readVideo, type Shape, shapes, untilEnded } from "../support/video-clients.ts";

type Maker = "studio" | "veo";
type Stubs = { studio: VideoStub; veo: Awaited<ReturnType<typeof startOperationStub>> };

const MODELS: Record<Maker, string> = { studio: "studio/film-1", veo: "veo/veo-3" };
const SPEAKS: Record<Maker, Shape> = { studio: "openai-videos", veo: "google-operations" };
const pairs = shapes.flatMap((shape) => (["studio", "veo"] as const).map((maker) => ({ shape, maker })));
const environment = { UPSTREAM_KEY };
const PATIENT = { timeout: 12_000 };

async function startStubs(): Promise<Stubs> {
  return { studio: await startVideoTaskStub(), veo: await startOperationStub() };
}

function configOf({ studio, veo }: Stubs, videos: Record<string, unknown> = {}) {
  const shared = { apiKeyEnv: "UPSTREAM_KEY", retries: { attempts: 1, maxDelayMs: 20 }, videos };
  return {
    upstreams: {
      studio: { ...shared, baseUrl: studio.url, dialects: ["openai-videos"], models: ["film-1"] },
      veo: { ...shared, baseUrl: veo.url, dialects: ["google-operations"], models: ["veo-3"] },
      films: {
        package: "@ai-sdk/google",
        options: { baseURL: veo.url },
        apiKeyEnv: "UPSTREAM_KEY",
        videoModels: ["veo-3"],
      },
    },
  };
}

/** Scripts a task that succeeds at both upstreams; `note` and `engine` are fields unknown to the gateway. */
function scriptSuccess({ studio, veo }: Stubs): void {
  studio.looks = [
    { status: "queued" },
    { status: "in_progress", progress: 40 },
    { status: "completed", engine: "e-9" },
  ];
  const samples = [{ video: { uri: `${veo.url}/files/abc:download?alt=media` } }];
  veo.looks = [
    { metadata: { progressPercent: 40 } },
    { done: true, response: { generateVideoResponse: { generatedSamples: samples, note: "n-9" } } },
  ];
}

function scriptFailure({ studio, veo }: Stubs): void {
  studio.looks = [{ status: "failed", error: { code: "moderation_blocked", message: "Not this, please." } }];
  veo.looks = [
    {
      done: true,
      response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ["Not this, please."] } },
    },
  ];
}

async function closeStubs(stubs: Stubs): Promise<void> {
  await stubs.studio.close();
  await stubs.veo.close();
}

describe.each(mounts)("on the %s mount", (mount) => {
  let stubs: Stubs;
  let gateway: TestGateway;
  beforeAll(async () => {
    stubs = await startStubs();
    gateway = await startGateway({ mount, config: configOf(stubs), environment });
  });
  afterEach(() => {
    for (const stub of [stubs.studio, stubs.veo, stubs.veo.storage]) {
      stub.requests.length = 0;
    }
  });
  afterAll(async () => {
    await gateway?.close();
    await closeStubs(stubs);
  });

  it.each(pairs)("$maker creates the video that a client of $shape requested", async ({ shape, maker }) => {
    scriptSuccess(stubs);
    stubs[maker].video = tinyMp4(
      50_000,
      pairs.findIndex((pair) => pair.shape === shape && pair.maker === maker),
    );
    const created = await createVideo(gateway.url, { shape, model: MODELS[maker], seconds: 8 });
    expect(created.headers).toMatchObject({
      "x-gateway-upstream": maker,
      "x-gateway-lane": SPEAKS[maker] === shape ? "relay" : "translate",
    });
    const ended = await untilEnded(gateway.url, { shape, key: created.key });
    expect(ended).toMatchObject({ state: "completed" });

    // Twice, and each time from here: the upstream is asked for it once.
    for (const _ of [1, 2]) {
      const content = await ended.content();
      expect(content.headers.get("content-type")).toBe("video/mp4");
      expect(Buffer.from(await content.arrayBuffer()).equals(stubs[maker].video)).toBe(true);
    }
    const downloads =
      maker === "veo"
        ? stubs.veo.storage.requests
        : stubs.studio.requests.filter(({ path }) => path.endsWith("/content"));
    expect(downloads).toHaveLength(1);

    // Unknown fields reach clients of their own API; the key reaches none.
    for (const reader of shapes) {
      const { text } = await readVideo(gateway.url, { shape: reader, key: created.key });
      expect(/n-9|e-9/.test(text)).toBe(SPEAKS[maker] === reader);
      expect(text).not.toContain(UPSTREAM_KEY);
      expect(text).not.toContain(new URL(stubs.veo.url).host);
    }
    expect(JSON.stringify(stubs.veo.storage.requests)).not.toContain(UPSTREAM_KEY);
    expect(gateway.output()).not.toContain(UPSTREAM_KEY);
  });

  it.each(pairs)("$maker gives a client of $shape the reason of a failure", async ({ shape, maker }) => {
    scriptFailure(stubs);
    const { key } = await createVideo(gateway.url, { shape, model: MODELS[maker] });
    await untilEnded(gateway.url, { shape, key });
    for (const reader of shapes) {
      const { state, error } = await readVideo(gateway.url, { shape: reader, key });
      expect([state, error?.message]).toEqual(["failed", "Not this, please."]);
    }
    const content = await fetch(`${gateway.url}/v1/videos/video_${key}/content`, {
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
    });
    expect([content.status, (await content.json()).message]).toEqual([
      409,
      expect.stringContaining("Not this, please."),
    ]);
  });

  it.each(pairs)("$maker's refusal of a start reaches the client of $shape", async ({ shape, maker }) => {
    stubs[maker].failNext(
      "POST",
      /./,
      jsonReply({ error: { message: `No funds on ${UPSTREAM_KEY}.` } }, { status: 402 }),
    );
    const { key } = await createVideo(gateway.url, { shape, model: MODELS[maker] });
    const { error } = await untilEnded(gateway.url, { shape, key });
    expect(error?.message).toBe("No funds on [redacted].");
  });

  it("fields of one API are reported where the other drops them", async () => {
    scriptSuccess(stubs);
    const seeded = { shape: "google-operations", parameters: { seed: 7, sampleCount: 2 } } as const;
    const toStudio = await createVideo(gateway.url, { ...seeded, model: MODELS.studio });
    expect(toStudio.headers["x-gateway-dropped"]).toBe("parameters.sampleCount, parameters.seed");
    const toVeo = await createVideo(gateway.url, { ...seeded, model: MODELS.veo });
    expect(toVeo.headers["x-gateway-dropped"]).toBeUndefined();
    const extra = await createVideo(gateway.url, {
      shape: "openai-videos",
      model: MODELS.veo,
      fields: { quality: "high" },
    });
    expect(extra.headers["x-gateway-dropped"]).toBe("quality");
    for (const { key } of [toStudio, toVeo, extra]) await untilEnded(gateway.url, { shape: "openai-videos", key });
    const bodies = stubs.veo.requests
      .filter(({ method }) => method === "POST")
      .map(({ body }) => JSON.parse(body.toString()));
    expect(bodies.map(({ parameters }) => parameters)).toContainEqual(
      expect.objectContaining({ seed: 7, sampleCount: 2 }),
    );
  });

  it.each(shapes)("a package of the AI SDK creates the video that a client of %s requested", async (shape) => {
    scriptSuccess(stubs);
    const created = await createVideo(gateway.url, {
      shape,
      model: "films/veo-3",
      parameters: { negativePrompt: "rain" },
    });
    expect(created.headers).toMatchObject({ "x-gateway-upstream": "films", "x-gateway-lane": "bridge" });
    expect(created.headers["x-gateway-dropped"]).toBe(
      shape === "google-operations" ? "parameters.negativePrompt" : undefined,
    );
    const ended = await untilEnded(gateway.url, { shape, key: created.key });
    expect(ended).toMatchObject({ state: "completed" });
    const content = await ended.content();
    expect(Buffer.from(await content.arrayBuffer()).equals(stubs.veo.video)).toBe(true);
    expect(JSON.stringify(stubs.veo.storage.requests)).not.toContain(UPSTREAM_KEY);
    expect(ended.text + gateway.output()).not.toContain(UPSTREAM_KEY);
  });

  it("a remix goes to the upstream that created the source, under the upstream's id", async () => {
    scriptSuccess(stubs);
    const { key } = await createVideo(gateway.url, { shape: "openai-videos", model: MODELS.studio });
    await untilEnded(gateway.url, { shape: "openai-videos", key });
    const response = await fetch(`${gateway.url}/v1/videos/video_${key}/remix`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "By night" }),
    });
    const remix = await response.json();
    expect(remix.remixed_from_video_id).toBe(`video_${key}`);
    await untilEnded(gateway.url, { shape: "openai-videos", key: remix.id.replace("video_", "") });
    const started = stubs.studio.requests.find(({ path }) => path.endsWith("/remix"));
    expect(started?.path).toMatch(/^\/v1\/videos\/vid-\d+\/remix$/);
  });

  it.each(["studio", "veo"] as const)(
    "a video of %s that is deleted while it runs is cancelled upstream",
    async (maker) => {
      stubs[maker].looks = [{ status: "in_progress" }];
      const { key } = await createVideo(gateway.url, { shape: "openai-videos", model: MODELS[maker] });
      await expect.poll(() => stubs[maker].requests.some(({ method }) => method === "GET"), PATIENT).toBe(true);
      await fetch(`${gateway.url}/v1/videos/video_${key}`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${ADMIN_KEY}` },
      });
      const stopped = ({ method, path }: { method: string; path: string }) =>
        method === "DELETE" || path.endsWith(":cancel");
      await expect.poll(() => stubs[maker].requests.filter(stopped).length, PATIENT).toBe(1);
    },
  );

  it("a video is fetched although status requests failed for a while", async () => {
    scriptSuccess(stubs);
    const fault = jsonReply({ error: { message: "Overloaded." } }, { status: 503, headers: { "retry-after": "0" } });
    stubs.studio.failNext("GET", /videos\/[^/]+$/, fault, 5);
    stubs.studio.failNext("GET", /content$/, sendBytes(stubs.studio.video, { cutAfter: 1_000 }), 2);
    const { key } = await createVideo(gateway.url, { shape: "openai-videos", model: MODELS.studio });
    const ended = await untilEnded(gateway.url, { shape: "openai-videos", key });
    const bytes = Buffer.from(await (await ended.content()).arrayBuffer());
    expect(bytes.equals(stubs.studio.video)).toBe(true);
  });
});

describe("a gateway that is killed", { timeout: 60_000 }, () => {
  let stubs: Stubs;
  let home: GatewayHome;
  let gateway: KillableGateway;
  async function startHome(videos: Record<string, unknown>): Promise<void> {
    stubs = await startStubs();
    home = createGatewayHome(configOf(stubs, videos), environment);
    gateway = await home.start();
  }
  afterEach(async () => {
    await home.close();
    await closeStubs(stubs);
  });

  it.each(["studio", "veo"] as const)("continues a task that %s has worked on meanwhile", async (maker) => {
    await startHome({});
    stubs[maker].looks = [{ status: "in_progress", progress: 40, metadata: { progressPercent: 40 } }];
    const { key } = await createVideo(gateway.url, { shape: SPEAKS[maker], model: MODELS[maker] });
    await expect
      .poll(async () => (await readVideo(gateway.url, { shape: "openai-videos", key })).progress, PATIENT)
      .toBe(40);
    await gateway.kill();
    scriptSuccess(stubs);
    gateway = await home.start();
    expect(await untilEnded(gateway.url, { shape: SPEAKS[maker], key })).toMatchObject({ state: "completed" });
    expect(stubs[maker].started()).toBe(1);
  });

  /** The upstream has started the task, and its response never arrived. */
  async function killWhileStarting(maker: Maker): Promise<string> {
    scriptSuccess(stubs);
    const begun = new Promise<void>((resolve) => {
      stubs[maker].failNext("POST", /./, () => resolve());
    });
    const { key } = await createVideo(gateway.url, { shape: SPEAKS[maker], model: MODELS[maker] });
    await begun;
    await gateway.kill();
    gateway = await home.start();
    return key;
  }

  it("between a start and its response starts nothing again, and reports it", async () => {
    await startHome({});
    const key = await killWhileStarting("veo");
    const { state, error } = await untilEnded(gateway.url, { shape: "google-operations", key });
    expect([state, error?.message]).toEqual([
      "failed",
      expect.stringContaining("The gateway stopped while it sent this task"),
    ]);
    expect(stubs.veo.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("starts it again under the same key where the upstream supports that", async () => {
    await startHome({ idempotent: true });
    const key = await killWhileStarting("studio");
    expect(await untilEnded(gateway.url, { shape: "openai-videos", key })).toMatchObject({ state: "completed" });
    const keys = stubs.studio.requests
      .filter(({ method }) => method === "POST")
      .map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([key, key]);
  });
});
