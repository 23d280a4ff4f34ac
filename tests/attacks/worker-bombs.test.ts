/**
 * Schemas and PDFs that are small for the work they ask for: each is refused with its field's name, alone and in
 * numbers.
 */
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  makeInflatingPdf,
  makePackedPdf,
  makePdf,
  makePdfOfPages,
  makePdfOfStreams,
  makePdfOfStubs,
} from "../support/make-pdf.ts";
import { watchWithin } from "../support/watch-within.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

const CHAT = "/v1/chat/completions";
const SEVERAL = 8;
const MILLION = 1_000_000;

let gateway: WatchedGateway;
beforeAll(async () => {
  gateway = await startWatchedGateway();
  // The first calls load code, which must not count as the attack's cost.
  await gateway.post(CHAT, asOutput({ type: "object", properties: { a: { type: "integer" } } }));
  await gateway.post(CHAT, asAttachment(makePdf()));
});
afterAll(() => gateway.close());

const call = (content: unknown, fields: object = {}) =>
  JSON.stringify({ model: "sandbox/guide", messages: [{ role: "user", content }], ...fields });

function asOutput(schema: unknown): string {
  return call("hi", { response_format: { type: "json_schema", json_schema: { name: "value", schema } } });
}

function asTool(parameters: unknown): string {
  const tools = [{ type: "function", function: { name: "make_code", parameters } }];
  return call("Use make_code", { tools, tool_choice: "required" });
}

function asAttachment(pdf: string): string {
  const data = `data:application/pdf;base64,${Buffer.from(pdf, "latin1").toString("base64")}`;
  return call([
    { type: "text", text: "What is in it?" },
    { type: "file", file: { filename: "a.pdf", file_data: data } },
  ]);
}

const fieldsOf = (count: number, field: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, field(index)]));
const pattern = (source: string) => ({ type: "string", pattern: source });
const object = (properties: Record<string, unknown>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});
const level = (index: number) => object(fieldsOf(10, () => ({ $ref: `#/$defs/field_${index + 1}` })));

const schemas: [name: string, schema: unknown][] = [
  ["a pattern of repeats of repeats", object({ code: pattern("(((.{100}){100}){100}){100}") })],
  ["a pattern of a million letters", object({ code: pattern("(a{1000}){1000}") })],
  ["a pattern of long ranges", object({ code: pattern("([a-z]{1,5000}){500}") })],
  ["a pattern of open repeats", object({ code: pattern(`${"(".repeat(12)}a+${")+".repeat(12)}`) })],
  ["a pattern of nested alternatives", object({ code: pattern("(((a|b{100}){100}|c){100}|d){100}") })],
  ["patterns of every character there is", object(fieldsOf(1_000, () => pattern("[\u0001-\uffff]{3}")))],
  ["a pattern for each of many properties", object(fieldsOf(3_000, () => pattern("^(.{20}){20}$")))],
  ["a pattern for the names of many properties", { propertyNames: pattern("^.{400}$"), minProperties: 4_000 }],
  ["a string of a billion letters", { type: "string", minLength: 1e9 }],
  ["a list of a billion items", { type: "array", minItems: 1e9 }],
  ["a long list of long strings", { type: "array", minItems: 5_000, items: { type: "string", minLength: 5_000 } }],
  ["a list of lists of itself", { type: "array", minItems: 50, items: { $ref: "#" } }],
  ["references that multiply", { $defs: { ...fieldsOf(11, level), field_11: {} }, $ref: "#/$defs/field_0" }],
  ["thousands of alternatives", { allOf: Array.from({ length: 5_000 }, (_, i) => object({ [`field_${i}`]: {} })) }],
];

const pdfs: [name: string, make: () => string][] = [
  ["300 MB in 300 kB", () => makeInflatingPdf(300)],
  ["2 GB, deflated twice", () => makeInflatingPdf(2_000, 2)],
  ["many streams, none too large", () => makePdfOfStreams(100)],
  ["half a million streams that are damaged", () => makePdfOfStubs(MILLION / 2)],
  ["a million pages", () => makePdfOfPages(MILLION)],
  ["a million pages in one stream", () => makePackedPdf(MILLION)],
];

const PDF_FIELD = "messages[0].content[1].file.file_data";
const bombs: { name: string; param: string; body: () => string }[] = [
  ...schemas.map(([name, schema], index) => ({
    name: `schema: ${name}`,
    // One after the other is that of a response or of a tool: the worker is the same.
    ...(index % 2 === 0
      ? { param: "response_format.json_schema.schema", body: () => asOutput(schema) }
      : { param: "tools[0].function.parameters", body: () => asTool(schema) }),
  })),
  ...pdfs.map(([name, make]) => ({ name: `PDF: ${name}`, param: PDF_FIELD, body: () => asAttachment(make()) })),
];
/** The dearest to refuse. */
const dearest = bombs.filter(({ name }) => /: (a pattern of repeats|references|300 MB|many streams)/.test(name));

function expectRefused({ status, text }: { status: number; text: string }, param: string): void {
  expect([status, JSON.parse(text)]).toMatchObject([400, { error: 400, param }]);
}

describe("a bomb is refused within the bounds, with its field's name:", () => {
  test.each(bombs)("$name", async ({ param, body }) => {
    const sent = body();
    expectRefused(await watchWithin(gateway, () => gateway.post(CHAT, sent), sent.length), param);
  });
});

describe("eight at once are refused too:", () => {
  test.each(dearest)("$name", { timeout: 30_000 }, async ({ param, body }) => {
    const sent = body();
    const work = () => Promise.all(Array.from({ length: SEVERAL }, () => gateway.post(CHAT, sent)));
    for (const reply of await watchWithin(gateway, work, SEVERAL * sent.length)) expectRefused(reply, param);
  });
});

test("SIGTERM ends the process within seconds while they run", { timeout: 30_000 }, async () => {
  const requests = dearest.map(({ param, body }) => ({ param, sent: body() }));
  const exited = once(gateway.child, "exit");
  const replies = [...requests, ...requests].map(async ({ param, sent }) =>
    expectRefused(await gateway.post(CHAT, sent), param),
  );
  await Promise.race(replies);
  const stopped = performance.now();
  gateway.child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - stopped).toBeLessThan(10_000);
  const failures = (await Promise.allSettled(replies)).filter(({ status }) => status === "rejected");
  // Connections that were not accepted by then are refused.
  for (const failure of failures) expect(failure).toMatchObject({ reason: { message: "fetch failed" } });
});
