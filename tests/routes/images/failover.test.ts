/** Images on routes: another target is asked only when the one before surely made nothing. */
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CLOSED_PORT } from "#tests/support/closed-port.ts";
import { expectError } from "#tests/support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { formOf, picture } from "#tests/support/image-fixtures.ts";
import { MEDIA_FAILURES, refuse } from "#tests/support/media-failures.ts";
import {
  jsonReply,
  neverAnswer,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "#tests/support/stub-upstream.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const RESULT = { created: 1_700_000_000, data: [{ b64_json: "from b" }] };
const GENERATED = {
  candidates: [
    { content: { role: "model", parts: [{ inlineData: { mimeType: "image/png", data: PNG } }] }, finishReason: "STOP" },
  ],
};

describe.each(mounts)("images on a route on the %s mount", (mount) => {
  let a: StubUpstream;
  let b: StubUpstream;
  let gateway: TestGateway;
  // Speaks no TLS: the handshake fails before a byte of the request.
  const plain = createServer((socket) => void socket.end("hello"));

  beforeAll(async () => {
    a = await startStubUpstream();
    b = await startStubUpstream();
    const plainPort = await new Promise<number>((resolve) =>
      plain.listen(0, "127.0.0.1", () => resolve((plain.address() as { port: number }).port)),
    );
    const to = (model: string) => ({ targets: [{ model }], fallback: ["b/paint"] });
    const images = { dialects: ["openai-images"] };
    gateway = await startGateway({
      mount,
      config: {
        upstreams: {
          a: { baseUrl: a.url, ...images, timeouts: { firstByteMs: 300 } },
          b: { baseUrl: b.url, ...images },
          gemini: { baseUrl: a.url.replace("/v1", "/v1beta"), dialects: ["google-generate"] },
          text: { baseUrl: a.url, dialects: ["anthropic-messages"] },
          gone: { baseUrl: `http://127.0.0.1:${CLOSED_PORT}/v1`, ...images },
          nowhere: { baseUrl: "http://nowhere.invalid/v1", ...images },
          untrusted: { baseUrl: `https://127.0.0.1:${plainPort}/v1`, ...images },
        },
        routes: {
          ...Object.fromEntries(MEDIA_FAILURES.map(([name]) => [`r${name}`, to(`a/${name}`)])),
          gone: to("gone/x"),
          nowhere: to("nowhere/x"),
          untrusted: to("untrusted/x"),
          narrow: { ...to("a/narrow"), on: [503] },
          gemini: to("gemini/banana"),
          "gemini-twice": to("gemini/twice"),
          able: to("text/claude"),
          unable: { targets: [{ model: "text/claude" }], fallback: ["sandbox/guide"] },
          painter: { targets: [{ model: "gone/y" }], fallback: ["sandbox/image-model-a"] },
          plain: to("a/plain"),
          lossy: { targets: [{ model: "gemini/lossy" }], fallback: ["b/paint"], order: "strict" },
          last: { targets: [{ model: "a/last" }] },
          "last-gemini": { targets: [{ model: "gemini/last" }] },
          broken: { targets: [{ model: "a/broken" }] },
          timed: { ...to("gemini/timed"), timeoutMs: 300 },
        },
      },
    });
  });
  afterEach(() => {
    a.reset();
    b.reset();
    b.respondWith(jsonReply(RESULT));
  });
  afterAll(async () => {
    await gateway?.close();
    await a?.close();
    await b?.close();
    plain.close();
  });

  const generate = (model: string, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    b.respondWith(jsonReply(RESULT));
    return fetch(`${gateway.url}/v1/images/generations`, {
      method: "POST",
      headers: { ...AUTHORIZED, ...headers },
      body: JSON.stringify({ model, prompt: "A fox", ...fields }),
    });
  };
  const edit = async (model: string) => {
    b.respondWith(jsonReply(RESULT));
    const body = formOf({ model, prompt: "A fox", image: await picture({ width: 32, height: 32 }) });
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    return fetch(`${gateway.url}/v1/images/edits`, { method: "POST", headers, body });
  };
  const route = (response: Response) => response.headers.get("x-gateway-route")?.replaceAll(/\d+ms/g, "_");

  it.each(MEDIA_FAILURES)("after %s: goes on is %s", async (name, goesOn, handler) => {
    a.respondWith(handler);
    const response = await generate(`r${name}`);
    expect([a.requests.length, b.requests.length]).toEqual([expect.any(Number), goesOn ? 1 : 0]);
    expect(response.status === 200).toBe(goesOn);
    expect(response.headers.get("x-gateway-upstream")).toBe(goesOn ? "b" : "a");
    expect(route(response)).toMatch(goesOn ? /^a\/\S+ \d{3} _, b\/paint 200 _$/ : /^a\/\S+ \d{3} _$/);
    if (goesOn) expect(await response.json()).toEqual(RESULT);
    else await response.text();
  });

  it.each(["gone", "nowhere", "untrusted"])("goes on when nothing could be sent: %s", async (name) => {
    expect(route(await generate(name))).toBe(`${name}/x 502 _, b/paint 200 _`);
    expect(route(await generate(name, { stream: true }))).toMatch(/b\/paint/);
  });

  it("sends the files of an edit again", async () => {
    a.respondWith(refuse(429));
    const response = await edit("r429");
    expect([response.status, response.headers.get("x-gateway-upstream")]).toEqual([200, "b"]);
    const [sent] = b.requests;
    const form = await new Response(new Uint8Array(sent?.body ?? []), {
      headers: { "content-type": String(sent?.headers["content-type"]) },
    }).formData();
    expect([form.get("model"), (form.get("image") as File).size > 50]).toEqual(["paint", true]);
  });

  it("logs the attempts", async () => {
    a.respondWith(refuse(402));
    const response = await generate("r402");
    const id = response.headers.get("x-request-id");
    const list = await fetch(`${gateway.url}/api/requests?id=${id}`, { headers: AUTHORIZED });
    expect(((await list.json()) as { data: unknown[] }).data[0]).toMatchObject({
      model: "r402",
      target: "b/paint",
      attempts: [
        { model: "a/402", lane: "relay", status: 402, error: "busy now" },
        { model: "b/paint", lane: "relay", status: 200, error: null },
      ],
    });
  });

  it("goes on only for the failures of its config, and for refusals of the gateway's account", async () => {
    a.respondWith(refuse(429));
    expect((await generate("narrow")).status).toBe(429);
    a.respondWith(refuse(403));
    expect((await generate("narrow")).status).toBe(200);
  });

  it.each([false, true])("goes on from a model behind generateContent, streamed: %s", async (stream) => {
    a.respondWith(refuse(403));
    const response = await generate("gemini", { stream });
    // The next one answers no stream, which is its own failure.
    expect(route(response)).toBe(`gemini/banana 403 _, b/paint ${stream ? 502 : 200} _`);
  });

  it("makes no image twice: a failure after the first of several is passed on", async () => {
    let calls = 0;
    a.respondWith((...answer) => (calls++ === 0 ? jsonReply(GENERATED) : refuse(429))(...answer));
    const response = await generate("gemini-twice", { n: 2 });
    expect([response.status, calls, b.requests.length]).toEqual([429, 2, 0]);
  });

  it.each(["last", "last-gemini"])("is not sent again to the last target once it may have begun: %s", async (name) => {
    a.respondWith(refuse(500));
    expect([(await generate(name)).status, a.requests.length]).toEqual([500, 1]);
    let calls = 0;
    const answer = name === "last" ? jsonReply(RESULT) : jsonReply(GENERATED);
    a.respondWith((...asked) => (calls++ === 0 ? refuse(429, { "retry-after-ms": "10" }) : answer)(...asked));
    expect([(await generate(name)).status, calls]).toEqual([200, 2]);
  });

  it("skips a model that makes no images, and says why", async () => {
    const response = await generate("able");
    expect(route(response)).toBe("text/claude 400 _, b/paint 200 _");
    await expectError(await generate("unable"), {
      status: 400,
      type: "invalid_request_error",
      param: "model",
      message: /can't generate images/,
    });
    expect(a.requests).toHaveLength(0);
  });

  it("goes on to a model in this process", async () => {
    const response = await generate("painter");
    expect([response.status, route(response)]).toEqual([
      200,
      expect.stringMatching(/^gone\/y 502 _, sandbox\/image-model-a 200 _/),
    ]);
  });

  it("asks only the model that the client names", async () => {
    const response = await generate("plain", {}, { "x-gateway-route": "only=b/paint" });
    expect(route(response)).toBe("b/paint 200 _");
    expect((await generate("plain", {}, { "x-gateway-route": "only=c/z" })).status).toBe(400);
  });

  it.each(["a/x", "gemini/x", "timed"])("ends %s at the time limit", async (model) => {
    a.respondWith(neverAnswer());
    for (const stream of [false, true]) {
      const response = await generate(model, { stream }, { "x-gateway-timeout-ms": "200" });
      expect([response.status, await response.json()]).toMatchObject([504, { code: "request_timeout" }]);
    }
    expect(b.requests).toHaveLength(0);
  });

  it("refuses losses that the client does not allow, or asks a model without them", async () => {
    const lossy = { background: "transparent" };
    const refused = await generate("gemini/x", lossy, { "x-gateway-on-loss": "refuse" });
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: "fields_would_be_dropped" }]);
    const passed = await generate("lossy", lossy, { "x-gateway-on-loss": "refuse:background" });
    expect(route(passed)).toBe("gemini/lossy 400 _ lost=background, b/paint 200 _");
    expect(a.requests).toHaveLength(0);
  });

  it("takes a failing model out of use", async () => {
    a.respondWith(refuse(503, { "retry-after": "30" }));
    expect((await generate("broken")).status).toBe(503);
    const refused = await generate("broken");
    expect([refused.status, await refused.json(), a.requests.length]).toMatchObject([
      503,
      { code: "route_unavailable" },
      expect.any(Number),
    ]);
  });

  it("passes a stream on, and changes no target once it has begun", async () => {
    const frame = `event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image"}\n\n`;
    a.respondWith(streamReply({ chunks: [frame], ending: "cut" }));
    const response = await generate("plain", { stream: true });
    const text = await response.text();
    expect([text.startsWith(frame), text.includes("event: error"), b.requests.length]).toEqual([true, true, 0]);
  });
});
