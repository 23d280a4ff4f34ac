/** Videos on routes: a task goes to another target only when the one before surely did not begin it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CLOSED_PORT } from "#tests/support/closed-port.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { MEDIA_FAILURES, refuse } from "#tests/support/media-failures.ts";
import { startOperationStub, startVideoTaskStub, UPSTREAM_KEY, type VideoStub } from "#tests/support/stub-videos.ts";
import { createVideo, type Shape, shapes, untilEnded } from "#tests/support/video-clients.ts";

describe.each(mounts)("videos on a route on the %s mount", (mount) => {
  let a: VideoStub;
  let b: VideoStub;
  let veo: Awaited<ReturnType<typeof startOperationStub>>;
  let gateway: TestGateway;

  beforeAll(async () => {
    [a, b, veo] = [await startVideoTaskStub(), await startVideoTaskStub(), await startOperationStub()];
    for (const stub of [a, b]) stub.looks = [{ status: "completed" }];
    const to = (model: string) => ({ targets: [{ model }], fallback: ["b/film"] });
    const shared = { apiKeyEnv: "UPSTREAM_KEY", timeouts: { firstByteMs: 300 } };
    const tasks = { ...shared, dialects: ["openai-videos"] };
    gateway = await startGateway({
      mount,
      environment: { UPSTREAM_KEY },
      config: {
        upstreams: {
          a: { ...tasks, baseUrl: a.url },
          b: { ...tasks, baseUrl: b.url },
          veo: { ...shared, baseUrl: veo.url, dialects: ["google-operations"] },
          text: { baseUrl: a.url, dialects: ["anthropic-messages"] },
          gone: { ...tasks, baseUrl: `http://127.0.0.1:${CLOSED_PORT}/v1` },
        },
        routes: {
          ...Object.fromEntries(MEDIA_FAILURES.map(([name]) => [`r${name}`, to(`a/${name}`)])),
          gone: to("gone/film"),
          able: to("text/claude"),
          unable: { targets: [{ model: "text/claude" }] },
          local: { targets: [{ model: "gone/other" }], fallback: ["sandbox/video-model-a"] },
          veo: to("veo/veo-3"),
          plain: to("a/plain"),
          lossy: { targets: [{ model: "a/lossy" }], fallback: ["veo/veo-4"], order: "strict" },
          broken: { targets: [{ model: "a/broken" }] },
          timed: { targets: [{ model: "a/timed" }], timeoutMs: 300 },
        },
      },
    });
  });
  afterEach(() => {
    for (const stub of [a, b, veo]) stub.requests.length = 0;
  });
  afterAll(async () => {
    await gateway?.close();
    for (const stub of [a, b, veo]) await stub?.close();
  });

  const starts = ({ requests }: VideoStub) => requests.filter(({ method }) => method === "POST").length;
  const run = async (model: string, { shape = "openai-videos", timeout }: { shape?: Shape; timeout?: number } = {}) => {
    const { key, headers } = await createVideo(gateway.url, { shape, model, seconds: 4 });
    const ended = await untilEnded(gateway.url, { shape, key }, timeout);
    const read = await fetch(`${gateway.url}/v1/videos/video_${key}`, { headers: AUTHORIZED });
    const list = await fetch(`${gateway.url}/api/requests?id=video_${key}`, { headers: AUTHORIZED });
    const [row] = ((await list.json()) as { data: Record<string, unknown>[] }).data;
    return { key, headers, ended, row, route: read.headers.get("x-gateway-route")?.replaceAll(/\d+ms/g, "_") };
  };
  const post = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1/videos`, {
      method: "POST",
      headers: { ...AUTHORIZED, ...headers },
      body: JSON.stringify({ prompt: "A lighthouse", ...fields }),
    });

  it.each(MEDIA_FAILURES)("after %s: goes on is %s", async (name, goesOn, handler) => {
    a.failNext("POST", /\/videos$/, handler);
    const { ended, route } = await run(`r${name}`);
    expect([ended.state, starts(a), starts(b)]).toEqual([goesOn ? "completed" : "failed", 1, goesOn ? 1 : 0]);
    expect(route).toMatch(goesOn ? /^a\/\S+ \d{3} _, b\/film 200 _$/ : /^a\/\S+ \d{3} _$/);
  });

  it.each(shapes)("goes on when nothing could be sent, for clients of %s, and logs the attempts", async (shape) => {
    const { ended, row, route } = await run("gone", { shape });
    expect([ended.state, route]).toEqual(["completed", "gone/film 502 _, b/film 200 _"]);
    expect(row).toMatchObject({
      model: "gone",
      upstream: "b",
      target: "b/film",
      attempts: [
        { model: "gone/film", status: 502, error: expect.stringContaining("gone") },
        { model: "b/film", status: 200, error: null },
      ],
    });
    expect(JSON.parse(String(b.requests[0]?.body))).toMatchObject({ model: "film", seconds: "4" });
  });

  it("goes on from one API to another", async () => {
    veo.failNext("POST", /:predictLongRunning$/, refuse(429));
    const { ended, route } = await run("veo", { shape: "google-operations" });
    expect([ended.state, route]).toEqual(["completed", "veo/veo-3 429 _, b/film 200 _"]);
  });

  it("goes on to a model in this process", async () => {
    const { ended, row, route } = await run("local", { timeout: 60_000 });
    expect([ended.state, route]).toEqual(["completed", "gone/other 502 _, sandbox/video-model-a 200 _"]);
    expect(row).toMatchObject({ lane: "sandbox", target: "sandbox/video-model-a", video_seconds: 4 });
    const content = await ended.content();
    expect(content.headers.get("content-type")).toBe("video/mp4");
    await content.arrayBuffer();
  }, 70_000);

  it("skips a model that creates no videos, and says why", async () => {
    const { ended, route } = await run("able");
    expect([ended.state, route]).toEqual(["completed", "text/claude 400 _, b/film 200 _"]);
    const refused = await post({ model: "unable" });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { param: "model", message: expect.stringContaining("can't generate videos") },
    ]);
  });

  it("asks only the model that the client names", async () => {
    const response = await post({ model: "plain" }, { "x-gateway-route": "only=b/film" });
    expect(response.headers.get("x-gateway-upstream")).toBe("b");
    expect((await post({ model: "plain" }, { "x-gateway-route": "only=c/z" })).status).toBe(400);
  });

  it("pulls a model down for the test of an admin", async () => {
    const response = await post({ model: "plain" }, { "x-gateway-test-down": "a/plain" });
    expect(response.headers.get("x-gateway-upstream")).toBe("b");
    expect(response.headers.get("x-gateway-route")).toMatch(/^a\/plain 503 \d+ms$/);
  });

  it("refuses losses that the client does not allow, or asks a model without them", async () => {
    const refuse = { "x-gateway-on-loss": "refuse" };
    const start = (model: string) =>
      fetch(`${gateway.url}/v1beta/models/${model}:predictLongRunning`, {
        method: "POST",
        headers: { ...AUTHORIZED, ...refuse },
        body: JSON.stringify({ instances: [{ prompt: "A lighthouse" }], parameters: { seed: 7 } }),
      });
    const refused = await start("a/lossy");
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("seed")]);
    expect((await start("lossy")).headers.get("x-gateway-upstream")).toBe("veo");
    await expect.poll(() => starts(veo)).toBe(1);
    expect(starts(a)).toBe(0);
  });

  it("waits for no model that stays out of use", async () => {
    a.failNext("POST", /\/videos$/, refuse(503, { "retry-after": "60" }));
    expect((await run("broken")).ended.state).toBe("failed");
    const { ended } = await run("broken");
    expect([ended.error?.code, starts(a)]).toEqual(["route_unavailable", 1]);
  });

  it("ends a task at the time limit of the client or the route, also at the upstream", async () => {
    a.looks = [{ status: "in_progress", progress: 10 }];
    for (const [model, headers] of [
      ["a/limited", { "x-gateway-timeout-ms": "300" }],
      ["timed", {}],
    ] as const) {
      const created = (await (await post({ model }, { ...headers })).json()) as { id: string };
      const key = created.id.replace("video_", "");
      const ended = await untilEnded(gateway.url, { shape: "openai-videos", key });
      expect([ended.state, ended.error?.code]).toEqual(["failed", "request_timeout"]);
    }
    await expect.poll(() => a.requests.filter(({ method }) => method === "DELETE").length).toBe(2);
    a.looks = [{ status: "completed" }];
    const whole = await post({ model: "a/limited" }, { "x-gateway-timeout-ms": "60000" });
    const { id } = (await whole.json()) as { id: string };
    expect(await untilEnded(gateway.url, { shape: "openai-videos", key: id.replace("video_", "") })).toMatchObject({
      state: "completed",
    });
  });

  it("keeps the plan of a task from its clients", async () => {
    const { key } = await run("gone");
    const response = await fetch(`${gateway.url}/v1beta/operations/${key}`, {
      headers: { "x-goog-api-key": ADMIN_KEY },
    });
    expect(await response.text()).not.toContain("attempts");
  });
});
