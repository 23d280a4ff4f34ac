/** `GET /api/routes`, and the test of a route with one of its models pulled down. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const CLOSED = { state: "closed", retry_in_ms: null, places: null };
const messages = [{ role: "user", content: "Hello" }];

describe.each(mounts)("routes on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      config: {
        upstreams: { a: { baseUrl: upstream.url }, b: { baseUrl: upstream.url } },
        aliases: { quick: "fast" },
        routes: {
          fast: {
            targets: [{ model: "a/x", weight: 3 }, { model: "gone/y" }],
            fallback: ["b/z"],
            ...{ firstTokenMs: 8_000, sticky: "session", onLoss: ["seed"], on: [503, "timeout"] },
          },
          plain: { targets: [{ model: "a/x" }], fallback: ["b/z"], order: "strict" },
          firm: { targets: [{ model: "a/x", concurrency: 4 }], fallback: ["b/z"], on: [429] },
          pictures: { targets: [{ model: "image-model-a" }], fallback: ["image-model-b"] },
        },
      },
    });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const ask = (model: string, down?: string, headers: Record<string, string> = AUTHORIZED) =>
    gateway.chat(
      { model, messages },
      { headers: { ...headers, ...(down === undefined ? {} : { "x-gateway-test-down": down }) } },
    );
  const list = async () => (await fetch(`${gateway.url}/api/routes`, { headers: AUTHORIZED })).json();

  it("are listed with their defaults, and the state of their models", async () => {
    const { data, config } = await list();
    expect(config).toMatchObject({ path: expect.stringContaining("json"), problem: null });
    expect(data[0]).toEqual({
      name: "fast",
      targets: [
        { model: "a/x", role: "target", share: 0.75, available: true, ...CLOSED },
        { model: "gone/y", role: "target", share: 0.25, available: false, ...CLOSED },
        { model: "b/z", role: "fallback", share: null, available: true, ...CLOSED },
      ],
      on: [503, "timeout"],
      first_token_ms: 8_000,
      timeout_ms: null,
      sticky: true,
      order: "loss",
      on_loss: ["seed"],
      aliases: ["quick"],
    });
    expect(data[1]).toMatchObject({ on: expect.arrayContaining([503, "stall"]), order: "strict", on_loss: "allow" });
    expect(data[2].targets[0].places).toEqual({ concurrency: 4, running: 0, waiting: 0 });
  });

  it("are for admins only", async () => {
    const response = await fetch(`${gateway.url}/api/keys`, {
      method: "POST",
      headers: AUTHORIZED,
      body: JSON.stringify({ name: "App" }),
    });
    const { secret } = (await response.json()) as { secret: string };
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    expect((await fetch(`${gateway.url}/api/routes`, { headers })).status).toBe(403);
    expect((await ask("plain", undefined, headers)).status).toBe(200);
    expect((await ask("plain", "a/x", headers)).status).toBe(403);
  });

  it("switch for the one request that pulls a model down, which is not asked and stays in use", async () => {
    for (let count = 0; count < 8; count++) {
      upstream.requests.length = 0;
      const response = await ask("plain", "a/x");
      expect(response.headers.get("x-gateway-route")).toMatch(/^a\/x 503 \d+ms, b\/z 200 \d+ms$/);
      expect(upstream.requests).toHaveLength(1);
    }
    const { data } = await list();
    expect(data[1].targets[0].state).toBe("closed");
    expect((await ask("plain")).headers.get("x-gateway-route")).toMatch(/^a\/x 200 \d+ms$/);
    const id = (await ask("plain", "a/x")).headers.get("x-request-id");
    const log = await (await fetch(`${gateway.url}/api/requests?id=${id}`, { headers: AUTHORIZED })).json();
    expect(log.data[0].attempts[0]).toMatchObject({
      model: "a/x",
      lane: null,
      error: expect.stringContaining("pulled down for this request"),
    });
  });

  it("switch for images too", async () => {
    const response = await fetch(`${gateway.url}/v1/images/generations`, {
      method: "POST",
      headers: { ...AUTHORIZED, "x-gateway-test-down": "image-model-a" },
      body: JSON.stringify({ model: "pictures", prompt: "A cat", size: "256x256" }),
    });
    expect(response.headers.get("x-gateway-route")).toMatch(/^image-model-a 503 \d+ms, image-model-b 200 \d+ms$/);
    await response.body?.cancel();
  });

  it("do not switch when their `on` has no 503, and refuse a model that they do not have", async () => {
    const firm = await ask("firm", "a/x");
    expect([firm.status, await firm.json()]).toEqual([503, expect.objectContaining({ code: "target_pulled_down" })]);
    const unknown = await ask("plain", "c/none");
    expect([unknown.status, (await unknown.json()).param]).toEqual([400, "x-gateway-test-down"]);
  });
});
