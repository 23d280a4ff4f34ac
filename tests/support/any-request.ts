/**
 * Requests for fuzz tests (fast-check): each endpoint's own examples, with a path, a query, headers and a body of any
 * kind.
 */
import fc from "fast-check";
import { endpoints } from "#lib/gateway/assembly/routes.ts";
import type { Endpoint } from "#lib/gateway/request/endpoint.ts";
import { mutatedJson } from "./any-body.ts";
import { mutatedBytes } from "./any-bytes.ts";
import type { FuzzCase } from "./fuzz.ts";
import { AUTHORIZED } from "./gateway.ts";
import { type Body, jsonRoutes } from "./json-routes.ts";

const KEY = AUTHORIZED.authorization;
const FORM = "multipart/form-data; boundary=edge";
/** Longer than any name, shorter than what Node takes for a head. */
const LONG = "x".repeat(4_000);

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom("", "0", "-1", "1e99", "true", "null", "..", "../..", "a/b", "sse", "\0", "é", LONG, "sandbox/echo"),
);

type Example = { type: string; value: unknown };

function listExamples({ method, path, operation }: Endpoint): Example[] {
  const own = Object.entries(operation.body ?? {}).flatMap(([type, { examples = {} }]) =>
    Object.values(examples).map(({ value }) => ({ type, value })),
  );
  const known = jsonRoutes
    .filter(({ name }) => name === `${method} ${path}`)
    .flatMap(({ base, full, modelPlace }) =>
      [base, ...full].map((body) => (modelPlace === "body" ? { model: "sandbox/echo", ...body } : body)),
    );
  return [...own, ...known.map((value) => ({ type: "application/json", value }))].map(({ type, value }) => ({
    type,
    value: withQuickModels(value),
  }));
}

/** Models that pace, paint or render take their time by design. */
function withQuickModels<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  return JSON.parse(
    json
      .replaceAll(/"sandbox\/[^"]*"/g, '"sandbox/echo"')
      .replaceAll(/"video-model-.[^"]*"/g, '"clips/m"')
      .replaceAll(/"image-model-.[^"]*"/g, '"pictures/m"'),
  ) as Value;
}

function formOf(value: unknown): string {
  const parts = Object.entries(value as Body).map(
    ([name, field]) =>
      `--edge\r\ncontent-disposition: form-data; name="${name}"${name === "file" ? '; filename="a.txt"' : ""}\r\n\r\n${field}\r\n`,
  );
  return `${parts.join("")}--edge--\r\n`;
}

function createBodies(endpoint: Endpoint): fc.Arbitrary<{ type: string; body: Uint8Array | string }> {
  const examples = listExamples(endpoint);
  const texts = examples.map(({ type, value }) => {
    if (typeof value === "string") return { type, text: value };
    return type.startsWith("multipart/") ? { type: FORM, text: formOf(value) } : { type, text: JSON.stringify(value) };
  });
  const sources = texts.length > 0 ? texts : [{ type: "application/json", text: "{}" }];
  const bytes = fc
    .constantFrom(...sources)
    .chain((source) =>
      mutatedBytes(fc.constant(Buffer.from(source.text))).map((body) => ({ type: source.type, body })),
    );
  const objects = examples.filter(({ value }) => typeof value === "object").map(({ value }) => value as Body);
  if (objects.length === 0) return bytes;
  const structures = mutatedJson(objects).map((body) => ({
    type: "application/json",
    body: JSON.stringify(body) ?? "",
  }));
  return fc.oneof(structures, bytes);
}

/** @param ids things that exist, which paths may name */
function pathsOf({ path, operation: { parameters = [] } }: Endpoint, ids: readonly string[]): fc.Arbitrary<string> {
  const segment = fc.oneof(fc.constantFrom(...ids), text);
  const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const query = fc.dictionary(fc.constantFrom(...names, "alt", "key", "stream", "upload_id", "constructor"), text, {
    maxKeys: 3,
  });
  return fc.tuple(fc.array(segment, { minLength: 3, maxLength: 3 }), query).map(([segments, fields]) => {
    let next = 0;
    const whole = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent((segments[next++] ?? "").toWellFormed()) || "x");
    const search = Object.entries(fields).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
    );
    return search.length > 0 ? `${whole}?${search.join("&")}` : whole;
  });
}

/** Headers that the gateway reads, with values that Node lets through. */
const oddHeaders = fc.dictionary(
  fc.constantFrom(
    ...["anthropic-version", "anthropic-beta", "x-request-id", "user-agent", "x-gateway-errors", "x-gateway-keep"],
    ...["idempotency-key", "range", "if-none-match", "origin", "cookie", "accept", "x-goog-upload-command"],
    ...["x-goog-upload-protocol", "x-goog-upload-offset", "x-forwarded-host", "x-forwarded-proto"],
  ),
  fc.oneof(
    fc.constantFrom(
      "2023-06-01",
      "native",
      "events",
      "resumable",
      "start",
      "upload, finalize",
      "bytes=0-",
      "bytes=9-1",
    ),
    fc.constantFrom("bytes=0-99999999999999999999", "0", "-1", "*", "a,b", '"', LONG),
    fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 20 }),
  ),
  { maxKeys: 2 },
);

/** Any request of any endpoint, each endpoint as often as the others. */
export function anyRequest(ids: readonly string[]): fc.Arbitrary<FuzzCase> {
  const kinds = endpoints.map((endpoint) =>
    fc.tuple(pathsOf(endpoint as Endpoint, ids), oddHeaders, createBodies(endpoint as Endpoint)).map(
      ([path, headers, { type, body }]): FuzzCase => ({
        path,
        method: endpoint.method,
        headers: { "content-type": type, authorization: KEY, "anthropic-version": "2023-06-01", ...headers },
        ...(endpoint.method === "GET" ? {} : { body }),
      }),
    ),
  );
  return fc.oneof(...kinds);
}
