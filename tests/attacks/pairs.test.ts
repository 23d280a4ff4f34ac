/**
 * Bodies and replies of thousands of items that refer to each other: to look for each among all takes the square of it.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { watchWithin } from "../support/watch-within.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

let stub: StubUpstream;
let gateway: WatchedGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  gateway = await startWatchedGateway({
    upstreams: {
      chat: { baseUrl: stub.url, dialects: ["openai-chat"] },
      anew: { baseUrl: stub.url, dialects: ["openai-chat"], lane: "translate" },
      google: { baseUrl: stub.url, dialects: ["google-generate"] },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const list = <Item>(count: number, item: (index: number) => Item) => Array.from({ length: count }, (_, i) => item(i));
const GENERATE = "/v1beta/models/chat/m:generateContent";
const hi = [{ role: "user", parts: [{ text: "hi" }] }];
const COUNT = 14_000;

const cases: { name: string; path: string; status: number; body: () => unknown }[] = [
  {
    name: "function responses in the reverse order of their calls",
    path: GENERATE,
    status: 200,
    body: () => ({
      contents: [
        ...hi,
        { role: "model", parts: list(COUNT, (i) => ({ functionCall: { name: `f${i}`, id: `c${i}` } })) },
        {
          role: "user",
          parts: list(COUNT, (i) => ({
            functionResponse: { name: `f${COUNT - 1 - i}`, id: `c${COUNT - 1 - i}`, response: {} },
          })),
        },
      ],
    }),
  },
  {
    name: "an order of properties",
    path: GENERATE,
    status: 200,
    body: () => ({
      contents: hi,
      generationConfig: {
        responseMimeType: "application/json",
        responseSchema: {
          type: "OBJECT",
          properties: Object.fromEntries(list(9_000, (i) => [`p${i}`, { type: "STRING" }])),
          propertyOrdering: list(100_000, (i) => `p${9_000 - (i % 9_000)}`),
        },
      },
    }),
  },
  {
    name: "tool results in the reverse order of their calls",
    path: "/v1/messages",
    status: 200,
    body: () => ({
      model: "chat/m",
      max_tokens: 1,
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: list(COUNT, (i) => ({ type: "tool_use", id: `c${i}`, name: "f", input: {} })) },
        {
          role: "user",
          content: list(COUNT, (i) => ({ type: "tool_result", tool_use_id: `c${COUNT - 1 - i}`, content: "" })),
        },
      ],
    }),
  },
  {
    name: "calls without a result",
    path: "/v1/messages",
    status: 400,
    body: () => ({
      model: "chat/m",
      max_tokens: 1,
      messages: [
        { role: "assistant", content: list(COUNT, (i) => ({ type: "tool_use", id: `c${i}`, name: "f", input: {} })) },
        { role: "user", content: list(COUNT, () => ({ type: "text", text: "a" })) },
      ],
    }),
  },
  {
    name: "calls and empty messages of one turn",
    path: "/v1/responses",
    status: 200,
    body: () => ({
      model: "chat/m",
      input: [
        { role: "user", content: "hi" },
        ...list(COUNT, (i) => ({ type: "function_call", call_id: `c${i}`, name: "f", arguments: "{}" })),
        ...list(COUNT, () => ({ type: "message", role: "assistant", content: [] })),
      ],
    }),
  },
  {
    name: "steps of calls, and their results in the reverse order",
    path: "/v1beta/interactions",
    status: 200,
    body: () => ({
      model: "chat/m",
      store: false,
      input: [
        { type: "user_input", content: [{ type: "text", text: "hi" }] },
        ...list(9_000, (i) => ({ type: "function_call", id: `c${i}`, name: `f${i}`, arguments: {} })),
        ...list(9_000, (i) => ({ type: "function_result", call_id: `c${8_999 - i}`, name: "f", result: "" })),
      ],
    }),
  },
  {
    name: "branches of a schema, for an upstream without allOf",
    path: "/v1/chat/completions",
    status: 502,
    body: () => ({
      model: "google/m",
      messages: [{ role: "user", content: "hi" }],
      tools: [
        {
          type: "function",
          function: {
            name: "f",
            parameters: {
              type: "object",
              allOf: list(9_000, (i) => ({ properties: { [`p${i}`]: { type: "string" } }, required: [`p${i}`] })),
            },
          },
        },
      ],
    }),
  },
];

describe("thousands of items that refer to each other are read without a stall:", () => {
  test.each(cases)("$name", async ({ path, status, body }) => {
    const text = JSON.stringify(body());
    const answer = await watchWithin(gateway, () => gateway.post(path, text), text.length);
    expect(answer.status, answer.text.slice(0, 500)).toBe(status);
    if (status === 400) expect(answer.text.length).toBeLessThan(2_000);
  });
});

const MILLION = 1_000_000;
const replies: [string, string, () => string][] = [
  ["arrays in each other", "application/json", () => `{"x":${"[".repeat(MILLION)}${"]".repeat(MILLION)}}`],
  ["two million values", "application/json", () => `{"choices":[${"[],".repeat(2 * MILLION)}[]]}`],
  ["arrays in each other in an event", "text/event-stream", () => `data: {"x":${"[".repeat(MILLION)}\n\n`],
  ["two million values in an event", "text/event-stream", () => `data: {"x":[${"[],".repeat(2 * MILLION)}[]]}\n\n`],
];

describe("a reply over the limits of its shape is a 502 without a stall:", () => {
  test.each(replies)("%s", async (_, type, reply) => {
    const bytes = reply();
    stub.respondWith((_request, response) => {
      response.setHeader("content-type", type);
      response.end(bytes);
    });
    const stream = type === "text/event-stream";
    const body = JSON.stringify({
      model: "chat/m",
      max_tokens: 1,
      stream,
      messages: [{ role: "user", content: "hi" }],
    });
    const { status, text } = await watchWithin(gateway, () => gateway.post("/v1/messages", body), bytes.length);
    expect(status).toBe(502);
    expect(text).toMatch(/(?:nested deeper than|more values than) the limit of [\d,]+/);
  });
});

test("a reply of 400,000 values is translated without a stall", async () => {
  const url_citation = { url: "https://a.example", title: "t" };
  const annotations = list(80_000, () => ({ type: "url_citation", url_citation }));
  const choice = { index: 0, message: { role: "assistant", content: "Hi", annotations }, finish_reason: "stop" };
  const bytes = JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", choices: [choice] });
  stub.respondWith((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(bytes);
  });
  const body = JSON.stringify({ model: "anew/m", messages: [{ role: "user", content: "hi" }] });
  const { status } = await watchWithin(gateway, () => gateway.post("/v1/chat/completions", body), bytes.length);
  expect(status).toBe(200);
});
