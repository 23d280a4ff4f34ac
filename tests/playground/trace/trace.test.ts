import { describe, expect, test, vi } from "vitest";
import { placeDropped } from "#lib/playground/inspector/dropped-places.ts";
import { isUnder, parseJsonText, toJsonLines } from "#lib/playground/inspector/json-lines.ts";
import { chooseShownTrace } from "#lib/playground/inspector/trace-selection.ts";
import { createTraceView } from "#lib/playground/inspector/trace-view.ts";
import { readSampleRequest } from "#lib/playground/trace/read-sample-request.ts";
import { readRequestHeaders, readRequestLine, readTraceTexts, type Trace } from "#lib/playground/trace/trace.ts";

const old: Trace = {
  head: "POST /v1/messages\ncontent-type: application/json\nanthropic-version: 2023-06-01",
  request: '{"model":"m"}',
  events: [{ at: 3, data: '{"type":"message_stop"}' }],
  droppedCount: 0,
};

describe("records of older versions", () => {
  test("have a request line, headers and event kinds", () => {
    expect(readRequestLine(old)).toEqual({ method: "POST", path: "/v1/messages" });
    expect(readRequestHeaders(old)).toEqual([
      ["content-type", "application/json"],
      ["anthropic-version", "2023-06-01"],
    ]);
    expect(createTraceView({ record: old }).get()).toMatchObject({
      dialect: "anthropic-messages",
      rows: [{ kind: "done", index: 0 }],
    });
  });

  test("belong to the chat page without a head", () => {
    const oldest: Trace = { ...old, head: undefined };
    expect(readRequestLine(oldest).path).toBe("/v1/chat/completions");
    expect(readRequestHeaders(oldest)).toEqual([]);
  });

  test("are read from the two texts that media pages saved", () => {
    const shown = "POST /v1/videos\ncontent-type: application/json\n\n{\n\n}";
    const headers = "HTTP 202\nx-request-id: req_1\nlocation: http://a/b";
    expect(readTraceTexts({ shown, headers })).toMatchObject({
      head: "POST /v1/videos\ncontent-type: application/json",
      request: "{\n\n}",
      status: 202,
      requestId: "req_1",
      responseHeaders: [
        ["x-request-id", "req_1"],
        ["location", "http://a/b"],
      ],
    });
    expect(readTraceTexts({ shown, headers: "" })).not.toHaveProperty("status");
  });

  test("has no rows without a trace", () => {
    expect(createTraceView({}).get()).toMatchObject({ record: undefined, rows: [] });
  });
});

test("reads a live run in its dialect once the request is known", () => {
  let head: string | undefined;
  const events = [{ at: 1, data: '{"type":"message_stop"}' }];
  const live = { record: () => ({ head, request: "", events, droppedCount: 0 }), subscribe: () => () => {} };
  const view = createTraceView({ live });
  expect(view.get()).toMatchObject({ dialect: "openai-chat", rows: [{ kind: "meta" }] });
  head = old.head;
  view.refresh();
  expect(view.get()).toMatchObject({ dialect: "anthropic-messages", rows: [{ kind: "done", index: 0 }] });
});

test("reads a live run once for all subscribers", () => {
  let reads = 0;
  let told: (() => void) | undefined;
  const events: { at: number; data: string }[] = [];
  const live = {
    record: () => {
      reads += 1;
      return { request: "", events: [...events], droppedCount: 0 };
    },
    subscribe: (listener: () => void) => {
      told = listener;
      return () => {
        told = undefined;
      };
    },
  };
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
  const view = createTraceView({ live });
  const calls: string[] = [];
  const leaves = ["one", "other"].map((name) => view.subscribe(() => calls.push(name)));
  reads = 0;
  events.push({ at: 1, data: "[DONE]" });
  told?.();
  expect({ reads, calls }).toEqual({ reads: 1, calls: ["one", "other"] });
  expect(view.get()).toMatchObject({ kinds: [["done", 1]], metrics: { bytes: "data: [DONE]\n\n".length } });
  for (const leave of leaves) leave();
  expect(told).toBeUndefined();
  vi.unstubAllGlobals();
});

test("writes a sample with the request's headers, without the page's", () => {
  const requestHeaders: [string, string][] = [
    ["content-type", "application/json"],
    ["accept", "text/event-stream"],
    ["anthropic-version", "2023-06-01"],
    ["x-request-id", "req"],
    ["x-gateway-keep", "events"],
  ];
  expect(readSampleRequest({ ...old, requestHeaders })).toEqual({
    path: "/v1/messages",
    headers: { "anthropic-version": "2023-06-01" },
    body: { model: "m" },
  });
  expect(readSampleRequest({ ...old, request: "a form" })).toBeUndefined();
});

describe("JSON as lines", () => {
  test("match JSON.stringify, each with its path", () => {
    const value = { a: [1, { b: "x" }], c: {}, d: [], e: null, "f g": false };
    const lines = toJsonLines(value);
    const text = lines.map(
      ({ indent, tokens }) => `${"  ".repeat(indent)}${tokens.map((token) => token.text).join("")}`,
    );
    expect(text.join("\n")).toBe(JSON.stringify(value, null, 2));
    expect(lines.map(({ path }) => path)).toEqual([
      "",
      "a",
      "a[0]",
      "a[1]",
      "a[1].b",
      "a[1]",
      "a",
      "c",
      "d",
      "e",
      "f g",
      "",
    ]);
  });

  test("shortens files, not text", () => {
    const shown = (value: string) => toJsonLines(value)[0]?.tokens[0]?.text ?? "";
    expect(shown(`data:image/png;base64,${"A".repeat(5000)}`)).toMatch(
      /^"data:image\/png;base64,A+… 5,022 characters"$/,
    );
    expect(shown("word ".repeat(1000))).toHaveLength(5002);
  });

  test("returns nothing for a text that is not an object or list", () => {
    expect([parseJsonText("[DONE]"), parseJsonText("12"), parseJsonText('{"a":1}')]).toEqual([
      undefined,
      undefined,
      { a: 1 },
    ]);
  });

  test("matches paths by segment, not by prefix", () => {
    expect([isUnder("a.b", "a"), isUnder("a[0]", "a"), isUnder("ab", "a"), isUnder("a", "a")]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

describe("dropped fields in the client's request", () => {
  const body = {
    model: "m",
    logprobs: true,
    stop: ["x"],
    reasoning: { budget_tokens: 5 },
    generationConfig: { topK: 3, responseLogprobs: true },
    messages: [{ role: "user", content: [{ type: "text", text: "seed" }, { type: "input_audio" }] }],
    tools: [{ type: "function", function: { name: "look" } }],
  };
  test.each([
    ["logprobs", "logprobs"],
    ["reasoning.budget_tokens", "reasoning.budget_tokens"],
    ["top_k", "generationConfig.topK"],
    ["stop_sequences", "stop"],
    ["messages[0].content[1]", "messages[0].content[1]"],
    ["tools.look", "tools[0]"],
  ])("finds %s at %s", (name, path) => {
    expect(placeDropped(body, [name])).toEqual({ paths: [path], unplaced: [] });
  });

  test("names missing fields, and never matches conversation text", () => {
    expect(placeDropped(body, ["seed", "text", "messages[4].name"])).toEqual({
      paths: [],
      unplaced: ["seed", "text", "messages[4].name"],
    });
  });

  test("maps contents and parts to messages and content", () => {
    const google = { contents: [{ parts: [{ text: "a" }, { fileData: {} }] }] };
    expect(placeDropped(google, ["messages[0].content[1]"]).paths).toEqual(["contents[0].parts[1]"]);
  });
});

test("follows the newest request until another is selected, then again a newer one", () => {
  expect(chooseShownTrace([], {})).toBeUndefined();
  expect(chooseShownTrace(["a", "b"], {})).toBe("b");
  expect(chooseShownTrace(["a", "b"], { chosen: "a", newest: "b" })).toBe("a");
  expect(chooseShownTrace(["a", "b", "c"], { chosen: "a", newest: "b" })).toBe("c");
  expect(chooseShownTrace(["x"], { chosen: "a", newest: "b" })).toBe("x");
});
