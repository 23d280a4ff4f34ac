/** JSON bodies that are small for the work they make: on every lane they are refused, or answered, without a stall. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";
import { watchWithin } from "../support/watch-within.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

let stub: StubUpstream;
let gateway: WatchedGateway;
beforeAll(async () => {
  stub = await startStubUpstream();
  gateway = await startWatchedGateway({ upstreams: { chat: { baseUrl: stub.url, dialects: ["openai-chat"] } } });
  // The first call loads code, which must not count as the attack's cost.
  await gateway.post("/v1/chat/completions", `{"model":"sandbox/echo",${HI}}`);
});
afterAll(async () => {
  await gateway.close();
  await stub.close();
});

function watch(path: string, body: string) {
  return watchWithin(gateway, () => gateway.post(path, body), body.length);
}

const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";
const MESSAGES = "/v1/messages";
const GENERATE = "/v1beta/models/sandbox/echo:generateContent";
const HI = '"messages":[{"role":"user","content":"hi"}]';
const many = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join();
const MILLION = 1_000_000;
const parts = (count: number) => many(count, () => '{"type":"text","text":""}');
const keys = (count: number) => many(count, (index) => `"k${index}":1`);

const bombs: { name: string; path?: string; fields: () => string; param: string | null }[] = [
  { name: "a million unknown fields", fields: () => `${HI},${keys(MILLION)}`, param: null },
  {
    name: "a million unknown fields of a message",
    fields: () => `"messages":[{"role":"user","content":"hi",${keys(MILLION)}}]`,
    param: "messages",
  },
  {
    name: "a million arrays in each other",
    fields: () => `${HI},"x":${"[".repeat(MILLION)}${"]".repeat(MILLION)}`,
    param: "x",
  },
  { name: "a million arrays beside each other", fields: () => `${HI},"x":[${many(MILLION, () => "[]")}]`, param: "x" },
  { name: "a million messages", fields: () => `"messages":[${many(MILLION, () => "{}")}]`, param: "messages" },
  {
    name: "a million parts",
    fields: () => `"messages":[{"role":"user","content":[${parts(MILLION)}]}]`,
    param: "messages",
  },
  { name: "a million tools", fields: () => `${HI},"tools":[${many(MILLION, () => '{"type":"x"}')}]`, param: "tools" },
  {
    name: "a million properties of a tool",
    fields: () => `${HI},"tools":[{"type":"function","function":{"name":"t","parameters":{${keys(MILLION)}}}}]`,
    param: "tools",
  },
  { name: "a million biases", fields: () => `${HI},"logit_bias":{${keys(MILLION)}}`, param: "logit_bias" },
  { name: "a million stop sequences", fields: () => `${HI},"stop":[${many(MILLION, () => '"s"')}]`, param: "stop" },
  {
    name: "a million input items",
    path: RESPONSES,
    fields: () => `"input":[${many(MILLION, () => "{}")}]`,
    param: "input",
  },
  {
    name: "a million blocks",
    path: MESSAGES,
    fields: () => `"max_tokens":1,"messages":[{"role":"user","content":[${parts(MILLION)}]}]`,
    param: "messages",
  },
  {
    name: "a million contents",
    path: GENERATE,
    fields: () => `"contents":[${many(MILLION, () => "{}")}]`,
    param: "contents",
  },
  {
    name: "a million unknown fields for a painter",
    path: "/v1/images/generations",
    fields: () => `"prompt":"a cat",${keys(MILLION)}`,
    param: null,
  },
  {
    name: "a million unknown fields for a renderer",
    path: "/v1/videos",
    fields: () => `"prompt":"a cat",${keys(MILLION)}`,
    param: null,
  },
];

describe("a body over the limits of its shape is refused at once, with the field's name:", () => {
  test.each(bombs)("$name", async ({ path = CHAT, fields, param }) => {
    const { status, text } = await watch(path, `{"model":"sandbox/echo",${fields()}}`);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      error: 400,
      param,
      message: expect.stringMatching(/^The JSON in .*\(maximum [\d,]+/),
    });
  });
});

const ITEMS = 37_000;
const accepted: { name: string; path?: string; model?: string; status?: number; fields: () => string }[] = [
  ...["sandbox/echo", "chat/m"].flatMap((model) => [
    {
      name: `messages for ${model}`,
      model,
      fields: () => `"messages":[${many(ITEMS, () => '{"role":"user","content":""}')}]`,
    },
    { name: `parts for ${model}`, model, fields: () => `"messages":[{"role":"user","content":[${parts(ITEMS)}]}]` },
    {
      name: `input items for ${model}`,
      model,
      path: RESPONSES,
      fields: () => `"input":[${many(ITEMS, () => '{"type":"x"}')}]`,
    },
    {
      name: `blocks for ${model}`,
      model,
      path: MESSAGES,
      fields: () =>
        `"max_tokens":1,"messages":[{"role":"user","content":[${many(ITEMS, () => '{"type":"text","text":"a"}')}]}]`,
    },
  ]),
  {
    name: "wrong parts",
    status: 400,
    fields: () => `"messages":[{"role":"user","content":[${many(2 * ITEMS, () => "1")}]}]`,
  },
  { name: "wrong messages", status: 400, fields: () => `"messages":[${many(2 * ITEMS, () => "{}")}]` },
  { name: "wrong input items", status: 400, path: RESPONSES, fields: () => `"input":[${many(2 * ITEMS, () => "{}")}]` },
];

describe("a body near the limits of its shape costs no stall:", () => {
  test.each(accepted)("$name", async ({ path = CHAT, model = "sandbox/echo", status = 200, fields }) => {
    expect(await watch(path, `{"model":"${model}",${fields()}}`)).toMatchObject({ status });
  });
});

describe("names of dropped fields are bounded:", () => {
  test("ten thousand unknown fields", async () => {
    const { headers } = await watch(CHAT, `{"model":"sandbox/echo",${HI},${keys(9_900)}}`);
    const dropped = headers.get("x-gateway-dropped");
    expect(dropped).toMatch(/^k0, k1, .*, and more$/);
    expect(dropped?.length).toBeLessThan(2_100);
  });

  test("a field with a name of a megabyte", async () => {
    const { headers } = await watch(CHAT, `{"model":"sandbox/echo",${HI},"${"k".repeat(2 ** 20)}":1}`);
    expect(headers.get("x-gateway-dropped")).toBe("k".repeat(200));
  });
});
