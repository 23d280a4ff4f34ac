/** Spans and metrics of real requests, as a collector of OpenTelemetry receives them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { KIND, type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "../support/otlp-receiver.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];
const PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const TRACE_ID = PARENT.split("-")[1];
const FAST = { OTEL_BSP_SCHEDULE_DELAY: "20", OTEL_METRIC_EXPORT_INTERVAL: "100" };

const isServer = ({ kind }: ReceivedSpan) => kind === KIND.server;
const isClient = ({ kind }: ReceivedSpan) => kind === KIND.client;

describe.each(mounts)("tracing on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let receiver: OtlpReceiver;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    receiver = await startOtlpReceiver();
    gateway = await startGateway({
      mount,
      config: {
        retries: { attempts: 0 },
        upstreams: {
          up: { baseUrl: upstream.url },
          again: { baseUrl: upstream.url, retries: { attempts: 1, maxDelayMs: 10 } },
          other: { baseUrl: upstream.url.replace("/v1", ""), dialects: ["anthropic-messages"] },
        },
        routes: { fast: { targets: [{ model: "again/a" }], fallback: ["up/b"] } },
      },
      environment: {
        ...FAST,
        OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collector-secret,x-team=a",
        OTEL_SERVICE_NAME: "gateway-a",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,team=b%20c",
      },
    });
  });
  afterEach(() => {
    upstream.reset();
    receiver.reset();
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
    await receiver.close();
  });

  const ask = async (body: object, headers: Record<string, string> = {}) => {
    const all = { ...AUTHORIZED, "content-type": "application/json", ...headers };
    const response = await gateway.chat({ messages, ...body } as never, { headers: all });
    await response.text();
    return response;
  };

  it("makes a span of a request and one of its attempt, in the client's trace, and passes the trace on", async () => {
    const response = await ask(
      { model: "up/m", temperature: 0.5, max_tokens: 9 },
      { traceparent: PARENT, tracestate: "v=1" },
    );
    const spans = await receiver.waitForSpans(2);
    const server = spans.find(isServer);
    const client = spans.find(isClient);
    expect(server).toMatchObject({
      name: "POST /v1/chat/completions",
      traceId: TRACE_ID,
      parentSpanId: PARENT.split("-")[2],
    });
    expect(server?.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/v1/chat/completions",
      "http.response.status_code": 200,
      "parlance.request.id": response.headers.get("x-request-id"),
      "parlance.lane": "relay",
      "parlance.provider": "up",
    });
    expect(client).toMatchObject({ name: "chat m", traceId: TRACE_ID, parentSpanId: server?.spanId });
    expect(client?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "up",
      "gen_ai.request.model": "m",
      "gen_ai.request.temperature": 0.5,
      "gen_ai.request.max_tokens": 9,
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(upstream.url).port),
      "http.response.status_code": 200,
    });
    expect(client?.attributes["gen_ai.usage.input_tokens"]).toBeGreaterThan(0);
    expect(client?.attributes["gen_ai.usage.output_tokens"]).toBeGreaterThan(0);
    expect(client?.startMs).toBeGreaterThanOrEqual(server?.startMs ?? Infinity);
    expect(server?.endMs).toBeGreaterThanOrEqual(client?.endMs ?? Infinity);
    expect(upstream.requests[0]?.headers).toMatchObject({
      traceparent: `00-${TRACE_ID}-${client?.spanId}-01`,
      tracestate: "v=1",
    });
    expect(receiver.resource).toMatchObject({
      "service.name": "gateway-a",
      "deployment.environment.name": "test",
      team: "b c",
    });
    expect(receiver.headers[0]).toMatchObject({ authorization: "Bearer collector-secret", "x-team": "a" });
    // No prompt without the opt-in.
    expect(receiver.bodies.join()).not.toContain("Hello");
  });

  it("makes a span of every attempt: of retries and of each model of a route", async () => {
    upstream.respondWith((request, response) => {
      if (JSON.parse(`${request.body}`).model === "a")
        return jsonReply({ error: {} }, { status: 500 })(request, response);
      upstream.respondWith(undefined);
      return jsonReply({ id: "x", object: "chat.completion", choices: [] })(request, response);
    });
    expect((await ask({ model: "fast" })).status).toBe(200);
    expect((await ask({ model: "again/c" })).status).toBe(200);
    const spans = await receiver.waitForSpans(3, isClient);
    expect(spans.map(({ name, status, attributes }) => [name, status, attributes["error.type"]])).toEqual([
      ["chat a", 2, "500"],
      ["chat b", 0, undefined],
      ["chat c", 0, undefined],
    ]);
    const servers = await receiver.waitForSpans(2, isServer);
    expect(new Set(spans.slice(0, 2).map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([servers[0]?.spanId]));
    expect(servers[0]?.status).toBe(0);

    receiver.reset();
    let refusals = 0;
    upstream.respondWith((request, response) => {
      if (refusals++ === 0) return jsonReply({ error: {} }, { status: 503 })(request, response);
      upstream.respondWith(undefined);
      return jsonReply({ error: { message: "no" } }, { status: 400 })(request, response);
    });
    expect((await ask({ model: "again/d" })).status).toBe(400);
    const retried = await receiver.waitForSpans(2, isClient);
    expect(retried.map(({ attributes }) => attributes["error.type"])).toEqual(["503", "400"]);
    // A client's mistake is no error of the server.
    expect((await receiver.waitForSpans(1, isServer))[0]?.status).toBe(0);
  });

  it("measures streams, translated and of the sandbox", async () => {
    expect((await ask({ model: "up/m", stream: true, stream_options: { include_usage: true } })).status).toBe(200);
    expect((await ask({ model: "sandbox/guide", stream: true })).status).toBe(200);
    const spans = await receiver.waitForSpans(2, (span) => !isServer(span));
    const [relayed, built] = spans;
    expect(relayed?.attributes["gen_ai.request.stream"]).toBe(true);
    expect(relayed?.attributes["gen_ai.response.time_to_first_chunk"]).toBeGreaterThan(0);
    expect(built).toMatchObject({ name: "chat guide", kind: KIND.internal });
    expect(built?.attributes["gen_ai.usage.output_tokens"]).toBeGreaterThan(0);
  });

  it("ends the spans of a client that leaves", async () => {
    upstream.respondWith(() => {});
    const leave = new AbortController();
    const headers = { ...AUTHORIZED, "content-type": "application/json" };
    const asking = gateway.chat({ model: "up/m", messages }, { headers, signal: leave.signal }).catch(() => {});
    while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leave.abort();
    await asking;
    const spans = await receiver.waitForSpans(2);
    expect(spans.find(isClient)?.attributes["error.type"]).toBe("cancelled");
    expect(spans.find(isServer)?.attributes["http.response.status_code"]).toBe(499);
  });

  it.each([
    "",
    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
    "00-xyz-b7ad6b7169203331-01",
    `${PARENT}, ${PARENT}`,
    `ff${PARENT.slice(2)}`,
    "x".repeat(2_000),
  ])("begins a trace of its own for the malformed traceparent %o", async (traceparent) => {
    expect((await ask({ model: "up/m" }, { traceparent, tracestate: "=,,=" })).status).toBe(200);
    const spans = await receiver.waitForSpans(2);
    expect(spans.find(isServer)).toMatchObject({ parentSpanId: undefined });
    expect(spans.find(isServer)?.traceId).not.toBe(TRACE_ID);
    expect(upstream.requests[0]?.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it("follows the client's decision against sampling, and passes it on", async () => {
    const unsampled = { traceparent: `${PARENT.slice(0, -2)}00`, tracestate: "v=1" };
    expect((await ask({ model: "up/m" }, unsampled)).status).toBe(200);
    expect(upstream.requests[0]?.headers.tracestate).toBe("v=1");
    expect(upstream.requests[0]?.headers.traceparent).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`));
    await ask({ model: "up/n" });
    const spans = await receiver.waitForSpans(2);
    expect(spans.map(({ traceId }) => traceId)).not.toContain(TRACE_ID);
  });

  it("traces refused requests and no probes", async () => {
    await fetch(`${gateway.url}/healthz`);
    await fetch(`${gateway.url}/metrics`, { headers: AUTHORIZED });
    expect((await fetch(`${gateway.url}/v1/nothing?key=planted-secret`)).status).toBe(404);
    expect((await ask({ model: "up/m" }, { authorization: "Bearer wrong" })).status).toBe(401);
    const spans = await receiver.waitForSpans(2);
    expect(spans.map(({ attributes }) => attributes["http.response.status_code"])).toEqual([404, 401]);
    expect(receiver.bodies.join()).not.toContain("planted-secret");
  });

  it("exports the metrics of the conventions", async () => {
    await ask({ model: "up/measured", stream: true, stream_options: { include_usage: true } });
    upstream.respondWith(jsonReply({ error: {} }, { status: 500 }));
    await ask({ model: "up/failing" });
    const find = (metric: string, fields: object) =>
      receiver.points.filter((point) => point.metric === metric && matches(point.attributes, fields)).at(-1);
    await expect
      .poll(() => find("gen_ai.client.operation.duration", { "error.type": "500" }), { timeout: 8_000 })
      .toBeDefined();
    const model = { "gen_ai.request.model": "measured", "gen_ai.operation.name": "chat", "gen_ai.provider.name": "up" };
    // A stream ends after its request, so that it may be in a later export.
    await expect.poll(() => find("gen_ai.client.operation.duration", model)?.count, { timeout: 8_000 }).toBe(1);
    const duration = find("gen_ai.client.operation.duration", model);
    expect(duration?.bounds).toEqual([
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ]);
    for (const type of ["input", "output"]) {
      const tokens = find("gen_ai.client.token.usage", { ...model, "gen_ai.token.type": type });
      expect(tokens?.sum).toBeGreaterThan(0);
      expect(tokens?.bounds.slice(0, 3)).toEqual([1, 4, 16]);
      expect(tokens?.bounds.at(-1)).toBe(67_108_864);
    }
    expect(find("gen_ai.client.operation.time_to_first_chunk", model)?.count).toBe(1);
    expect(find("gen_ai.server.time_to_first_token", model)?.bounds[0]).toBe(0.001);
  });
});

function matches(attributes: Record<string, unknown>, fields: object): boolean {
  return Object.entries(fields).every(([name, value]) => attributes[name] === value);
}
