/** Stream parts of the AI SDK, read into Parts. */
import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { createCollector } from "#lib/canonical/collect.ts";
import { createPartReader } from "#lib/upstreams/ai-sdk/read-parts.ts";
import { toStreamParts } from "#lib/upstreams/ai-sdk/read-result.ts";
import { createVendorKey } from "#lib/upstreams/ai-sdk/vendor-metadata.ts";

const key = createVendorKey("mine");
const NOTHING: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function read(...parts: LanguageModelV4StreamPart[]) {
  return parts.flatMap(createPartReader(key));
}

function fold(...parts: LanguageModelV4StreamPart[]) {
  const collector = createCollector();
  for (const part of read(...parts)) collector.add(part);
  return collector.reply();
}

it("consecutive blocks with the same id stay separate", () => {
  const block = (type: "text" | "reasoning", delta: string): LanguageModelV4StreamPart[] => [
    { type: `${type}-start`, id: "0" },
    { type: `${type}-delta`, id: "0", delta },
    { type: `${type}-end`, id: "0" },
  ];
  expect(fold(...block("text", "one"), ...block("reasoning", "two"), ...block("text", "three")).choices).toMatchObject([
    {
      content: [
        { type: "text", text: "one" },
        { type: "reasoning", text: "two" },
        { type: "text", text: "three" },
      ],
    },
  ]);
});

it("a block's metadata in pieces is merged at its end", () => {
  const parts = read(
    { type: "reasoning-start", id: "r", providerMetadata: { mock: { id: "rs_1" } } },
    { type: "reasoning-delta", id: "r", delta: "hm" },
    { type: "reasoning-delta", id: "r", delta: "", providerMetadata: { mock: { signature: "s" } } },
    { type: "reasoning-end", id: "r", providerMetadata: { other: { a: 1 } } },
  );
  expect(parts.map(({ type }) => type)).toEqual(["reasoning-start", "reasoning-delta", "reasoning-end"]);
  expect(parts.at(-1)).toMatchObject({ vendor: { [key]: { mock: { id: "rs_1", signature: "s" }, other: { a: 1 } } } });
});

it("a delta without a start opens its block", () => {
  expect(fold({ type: "text-delta", id: "0", delta: "hello" }).choices).toMatchObject([
    { content: [{ type: "text", text: "hello" }] },
  ]);
});

describe("a tool call", () => {
  const call = { type: "tool-call", toolCallId: "c", toolName: "f" } as const;
  const start = { type: "tool-input-start", id: "c", toolName: "f" } as const;
  const end = { type: "tool-input-end", id: "c" } as const;
  const delta = (text: string) => ({ type: "tool-input-delta", id: "c", delta: text }) as const;

  it.each<[string, LanguageModelV4StreamPart[], string[]]>([
    ["in pieces", [start, delta('{"a"'), delta(":1}"), end, { ...call, input: '{"a":1}' }], ['{"a"', ":1}"]],
    ["whole", [{ ...call, input: '{"a":1}' }], ['{"a":1}']],
    ["begun in pieces and given whole", [start, end, { ...call, input: '{"a":1}' }], ['{"a":1}']],
    ["without arguments", [start, end, { ...call, input: "" }], ["{}"]],
    [
      "in pieces of plain text",
      [{ ...start, inputEncoding: "text" }, delta("a = 1"), end, { ...call, input: '{"a":1}' }],
      ['{"a":1}'],
    ],
  ])("%s has a start, its input, an end and the whole", (_, parts, deltas) => {
    const own = { choice: 0, id: "c" };
    const input = deltas.join("");
    expect(read(...parts)).toEqual([
      { ...own, type: "tool-input-start", name: "f", kind: "function" },
      ...deltas.map((text) => ({ ...own, type: "tool-input-delta", text })),
      { ...own, type: "tool-input-end" },
      { ...own, type: "tool-call", name: "f", kind: "function", input },
    ]);
  });

  it("that the provider runs itself is not sent to the client, streamed or whole", () => {
    const hosted = { ...call, input: "{}", providerExecuted: true } as const;
    const result = { type: "tool-result", toolCallId: "c", toolName: "f", result: 1 } as const;
    const parts = read({ ...start, providerExecuted: true }, delta("{}"), end, hosted, result);
    expect(parts).toEqual([
      { type: "unknown", choice: 0, dialect: key, value: hosted },
      { type: "unknown", choice: 0, dialect: key, value: result },
    ]);
  });
});

describe("the finish", () => {
  const finish = (unified: "stop" | "other" | "interrupted" | "content-filter", raw?: string) =>
    read({ type: "finish", finishReason: { unified, raw }, usage: NOTHING });

  it("keeps the unified and the raw reason, without absent counts", () => {
    expect(finish("content-filter", "safety")).toEqual([
      { type: "finish", choice: 0, reason: { unified: "content-filter", raw: "safety" } },
    ]);
  });

  it.each([["interrupted"], ["other"]] as const)("of a stream without a reason (%s) is absent", (unified) => {
    expect(finish(unified)).toEqual([]);
  });

  it("of a whole reply needs no raw reason", () => {
    const parts = toStreamParts({ content: [], finishReason: { unified: "other", raw: undefined }, usage: NOTHING });
    expect(read(...parts)).toContainEqual({ type: "finish", choice: 0, reason: { unified: "other", raw: "other" } });
  });

  it("has the usage under the canonical names only", () => {
    const usage: LanguageModelV4Usage = {
      inputTokens: { total: 10, noCache: 4, cacheRead: 5, cacheWrite: 1 },
      outputTokens: { total: 8, text: 5, reasoning: 3 },
      raw: { prompt_tokens: 10, completion_tokens: 8, num_cached_tokens: 5 },
    };
    expect(read({ type: "finish", finishReason: { unified: "stop", raw: "end" }, usage })).toContainEqual({
      type: "usage",
      usage: {
        inputTokens: 10,
        cachedInputTokens: 5,
        cacheWriteInputTokens: 1,
        outputTokens: 8,
        reasoningTokens: 3,
      },
    });
  });
});

it("files, sources and citations", () => {
  const page = { type: "source", sourceType: "url", id: "s", url: "https://a.b/", title: "A" } as const;
  const document = { type: "source", sourceType: "document", id: "d", mediaType: "text/plain", title: "D" } as const;
  expect(
    read(
      { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2, 3]) } },
      { type: "file", mediaType: "image/png", data: { type: "url", url: new URL("https://a.b/c.png") } },
      // As version 3 gives it.
      { type: "file", mediaType: "image/png", data: "AQID" } as unknown as LanguageModelV4StreamPart,
      document,
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "cited" },
      { type: "text-end", id: "0", citations: [{ source: page, startIndex: 0, endIndex: 5 }] },
    ),
  ).toMatchObject([
    { type: "file", data: { kind: "base64", base64: "AQID" } },
    { type: "file", data: { kind: "url", url: "https://a.b/c.png" } },
    { type: "file", data: { kind: "base64", base64: "AQID" } },
    { type: "source", title: "D" },
    { type: "text-start" },
    { type: "text-delta" },
    { type: "source", url: "https://a.b/", title: "A", startIndex: 0, endIndex: 5 },
    { type: "text-end" },
  ]);
});
