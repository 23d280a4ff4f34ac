/** Bodies that are no JSON, or JSON that few parsers take, and headers that no client sends (spec, Errors). */
import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { type JsonRoute, jsonRoutes, withModel } from "#tests/support/json-routes.ts";
import { expectGoodAnswer, expectPlainSentence, post } from "#tests/support/wrong-bodies.ts";

const MODEL = "sandbox/echo";
const DEEP = 100_000;
const TOO_DEEP = /nested too deeply \(maximum 200 levels\)/;

const nested = (depth: number, open = "[", inner = "", close = "]") => open.repeat(depth) + inner + close.repeat(depth);
const rightText = (route: JsonRoute) => JSON.stringify(withModel(route, MODEL, route.base));
/** The right body with a field before all others. */
const withField = (route: JsonRoute, name: string, json: string) =>
  rightText(route).replace("{", `{${JSON.stringify(name)}:${json},`);

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
  });
  afterAll(() => gateway?.close());

  describe.each(jsonRoutes.map((route) => ({ name: route.name, route })))("$name", ({ route }) => {
    // The mounts differ in receiving a body, not in processing it.
    const numRuns = mount === "node" ? 150 : 50;
    const send = (body: BodyInit, headers: Record<string, string> = {}) => post({ gateway, route, body, headers });
    async function expectRefusal(
      response: Response,
      { status, message, param = null }: { status: number; message: RegExp; param?: string | null },
    ): Promise<void> {
      const error = await expectError(response, { status, message, type: "invalid_request_error", param });
      expectPlainSentence(error.message);
    }

    it.each<[string, () => BodyInit, RegExp, param?: string]>([
      ["nothing", () => "", /empty/],
      ["a space", () => " ", /^Invalid JSON in request body/],
      ["text", () => "hello", /^Invalid JSON in request body/],
      ["half a body", () => rightText(route).slice(0, -5), /^Invalid JSON in request body/],
      ["two bodies", () => rightText(route).repeat(2), /^Invalid JSON in request body/],
      ["a comma too many", () => rightText(route).replace(/\}$/, ",}"), /^Invalid JSON in request body/],
      ["single quotes", () => rightText(route).replaceAll('"', "'"), /^Invalid JSON in request body/],
      ["a comment", () => `// hello\n${rightText(route)}`, /^Invalid JSON in request body/],
      ["a byte order mark", () => `\uFEFF${rightText(route)}`, /^Invalid JSON in request body/],
      ["NaN", () => withField(route, "x", "NaN"), /^Invalid JSON in request body/],
      ["a raw NUL in a text", () => withField(route, "x", '"\u0000"'), /^Invalid JSON in request body/],
      ["a form", () => "model=x&input=y", /^Invalid JSON in request body/],
      ["bytes that are no UTF-8", () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), /not valid UTF-8/],
      ["UTF-16", () => Buffer.from(`\uFEFF${rightText(route)}`, "utf16le"), /not valid UTF-8/],
      ["an unpaired surrogate in bytes", () => Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /not valid UTF-8/],
      ["100,000 brackets", () => nested(DEEP), TOO_DEEP],
      ["100,000 brackets that never close", () => "[".repeat(DEEP), TOO_DEEP],
      ["100,000 braces", () => nested(DEEP, '{"a":', "1", "}"), TOO_DEEP, "a"],
      ["100,000 brackets in an unknown field", () => withField(route, "x", nested(DEEP)), TOO_DEEP, "x"],
      ["200 levels in one", () => withField(route, "metadata", nested(200)), TOO_DEEP, "metadata"],
    ])("refuses %s", async (_name, body, message, param) => {
      await expectRefusal(await send(body()), { status: 400, message, param: param ?? null });
    });

    it.each<[string, () => string]>([
      ["space around it", () => ` \n${rightText(route)}\r\n\t`],
      ["an unknown field of 199 levels", () => withField(route, "x", nested(199))],
      ["a field twice, the last of which counts", () => withField(route, Object.keys(route.base)[0] ?? "", "7")],
      ["a field named __proto__", () => withField(route, "__proto__", '{"stream":"yes"}')],
      ["fields that every object has", () => withField(route, "constructor", '{"prototype":{"stream":7}}')],
      ["an escaped NUL and half a surrogate pair", () => rightText(route).replace('"Hi"', '"\\u0000 \\ud800 x"')],
      ["a number beyond a double's range", () => withField(route, "x", "1e999")],
      ["a number of a thousand digits", () => withField(route, "x", "9".repeat(1_000))],
      ["a field name of 10,000 characters", () => withField(route, "n".repeat(10_000), "1")],
      ["nine thousand unknown fields", () => withFields(route, 9_000)],
    ])("accepts %s", async (_name, body) => {
      const response = await send(body());
      expect(response.status, await response.clone().text()).toBe(200);
      await expectGoodAnswer(response, route);
    });

    it.each<[string, Record<string, string>]>([
      ["text/plain", { "content-type": "text/plain" }],
      ["a form", { "content-type": "application/x-www-form-urlencoded" }],
      ["multipart", { "content-type": "multipart/form-data; boundary=x" }],
      ["JSON lines", { "content-type": "application/jsonl" }],
      ["nonsense", { "content-type": "json" }],
    ])("refuses the content type of %s", async (_name, headers) => {
      await expectRefusal(await send(rightText(route), headers), {
        status: 415,
        message: /`content-type` must be "application\/json"/,
      });
    });

    it.each<[string, BodyInit]>([
      ["gzip", gzipSync(rightText(route))],
      ["what only says that it is gzip", rightText(route)],
    ])("refuses %s", async (_name, body) => {
      const response = await send(body, { "content-encoding": "gzip" });
      await expectRefusal(response, { status: 415, message: /`content-encoding` must be absent/ });
    });

    it("never fails with a 500, whatever the bytes", { timeout: 60_000 }, async () => {
      const right = [route.base, ...route.full].map((body) =>
        Buffer.from(JSON.stringify(withModel(route, MODEL, body))),
      );
      const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), cutBytes(right), fc.string({ unit: "binary" }));
      await fc.assert(
        fc.asyncProperty(bytes, async (body) => {
          await expectGoodAnswer(await send(body as BodyInit), route);
        }),
        { numRuns },
      );
    });

    it("never fails with a 500, whatever the headers", { timeout: 60_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(anyHeaders, async (headers) => {
          const response = await fetchRaw({
            url: gateway.url + route.path(MODEL),
            headers: { ...route.headers, ...headers },
            body: rightText(route),
          });
          await expectGoodAnswer(response, route);
        }),
        { numRuns },
      );
      expect(gateway.output()).not.toMatch(/Error|at .*\.ts:\d+/);
    });
  });
});

function withFields(route: JsonRoute, count: number): string {
  const fields = Array.from({ length: count }, (_, index) => `"field${index}":${index}`);
  return rightText(route).replace("{", `{${fields.join()},`);
}

/** A valid body with some bytes dropped, duplicated or replaced. */
function cutBytes(bodies: readonly Buffer[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(
      fc.constantFrom(...bodies),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(20),
      fc.uint8Array({ maxLength: 8 }),
    )
    .map(([body, place, length, put]) => {
      const at = Math.floor(place * body.length);
      return Buffer.concat([body.subarray(0, at), put, body.subarray(at + length)]);
    });
}

const headerValue = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 10 }),
  fc.constantFrom("2023-06-01", "2023-13-45", "0000-00-00", "application/json", "application/json; charset=utf-16"),
  fc.constantFrom("", ",", "null", "identity", "gzip, br", "chunked", "x".repeat(4_000), "native", "1e9", "-1"),
);
/** Headers that the gateway reads, and some that it must ignore. */
const anyHeaders = fc.dictionary(
  fc.constantFrom(
    ...["provider-version", "anthropic-version", "anthropic-beta", "content-type", "content-encoding", "accept"],
    ...["x-request-id", "user-agent", "x-stainless-lang", "x-goog-api-client", "x-gateway-errors", "origin", "cookie"],
    ...["accept-encoding", "x-forwarded-host", "x-forwarded-proto", "idempotency-key", "if-none-match", "range"],
    ...["x-api-key", "x-goog-api-key", "authorization", "__proto__x", "x-http-method-override", "sec-fetch-site"],
  ),
  headerValue,
  { minKeys: 1, maxKeys: 4 },
);

/** `fetch` does not let every header through. */
function fetchRaw({
  url,
  headers,
  body,
}: {
  url: string;
  headers: Record<string, string>;
  body: string;
}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(url, { method: "POST", headers, signal: AbortSignal.timeout(10_000) }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const type = answer.headers["content-type"] ?? "";
        resolve(
          new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0, headers: { "content-type": type } }),
        );
      });
    });
    call.on("error", reject);
    call.end(body);
  });
}
