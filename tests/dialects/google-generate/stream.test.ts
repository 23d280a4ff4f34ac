import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import type { GoogleRequest } from "#lib/contract/google-generate/wire.ts";
import { createArrayStreamWriter, googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { fold, readStream, writeStream } from "#tests/support/dialect-streams.ts";

const identity = { id: "r1", created: 7, model: "m" };
const meta = { modelVersion: "m", responseId: "r1" };
const wire = { model: "m", stream: true, contents: [{ role: "user", parts: [{ text: "hi" }] }] } as GoogleRequest;

function write(parts: Part[]): unknown[] {
  const text = writeStream(googleGenerate, parts, { identity, wire });
  if (text === "") return [];
  // The SDK drops an event that starts with anything but `data:`, and fails on one without its blank line.
  expect(text).toMatch(/^(data: \{[^\n]*\}\n\n)*$/);
  return text
    .split("\n\n")
    .slice(0, -1)
    .map((frame) => JSON.parse(frame.slice(6)));
}

const read = (events: unknown[]) => readStream(googleGenerate, events);

const event = (parts: unknown[], fields: object = {}, index = 0) => ({
  candidates: [{ content: { parts, role: "model" }, ...fields, index }],
});
const text = (words: string) => event([{ text: words }]);
const STOP = event([{ text: "" }], { finishReason: "STOP" });
const call = (id: string, name: string, input: string): Part[] => [
  { type: "tool-input-start", choice: 0, id, name, kind: "function" },
  { type: "tool-input-delta", choice: 0, id, text: input },
  { type: "tool-input-end", choice: 0, id },
  { type: "tool-call", choice: 0, id, name, kind: "function", input },
];

describe("writing a stream", () => {
  it("text is a delta; the last event has the finish and the usage", () => {
    expect(
      write([
        { type: "start" },
        { type: "text-start", choice: 0, id: "t" },
        { type: "text-delta", choice: 0, id: "t", text: "Hé\n\n" },
        { type: "text-delta", choice: 0, id: "t", text: "llo" },
        { type: "text-end", choice: 0, id: "t" },
        { type: "finish", choice: 0, reason: { unified: "stop" } },
        { type: "usage", usage: { inputTokens: 5, outputTokens: 7, reasoningTokens: 4, cachedInputTokens: 2 } },
      ]),
    ).toEqual([
      { ...text("Hé\n\n"), ...meta },
      { ...text("llo"), ...meta },
      {
        ...STOP,
        usageMetadata: {
          promptTokenCount: 5,
          candidatesTokenCount: 3,
          thoughtsTokenCount: 4,
          cachedContentTokenCount: 2,
          totalTokenCount: 12,
        },
        ...meta,
      },
    ]);
  });

  it("thoughts are marked; calls are whole and end with STOP, also interleaved ones", () => {
    const [startA, deltaA, endA, callA] = call("a", "f", '{"x":1}') as [Part, Part, Part, Part];
    const [startB, deltaB, endB, callB] = call("b", "g", "") as [Part, Part, Part, Part];
    expect(
      write([
        { type: "start" },
        { type: "reasoning-start", choice: 0, id: "r" },
        { type: "reasoning-delta", choice: 0, id: "r", text: "hm" },
        { type: "reasoning-end", choice: 0, id: "r", vendor: { "google-generate": { thoughtSignature: "c2ln" } } },
        ...[startA, startB, deltaA, deltaB, endA, endB, callB, callA],
        { type: "finish", choice: 0, reason: { unified: "tool-calls", raw: "tool_calls" } },
      ]),
    ).toEqual([
      { ...event([{ text: "hm", thought: true }]), ...meta },
      { ...event([{ text: "", thought: true, thoughtSignature: "c2ln" }]), ...meta },
      { ...event([{ functionCall: { id: "b", name: "g", args: {} } }]), ...meta },
      { ...event([{ functionCall: { id: "a", name: "f", args: { x: 1 } } }]), ...meta },
      { ...STOP, ...meta },
    ]);
  });

  it("each candidate has its index and its finish", () => {
    expect(
      write([
        { type: "start" },
        { type: "text-delta", choice: 1, id: "t", text: "b" },
        { type: "finish", choice: 1, reason: { unified: "length" } },
        { type: "finish", choice: 0, reason: { unified: "content-filter" } },
      ]),
    ).toEqual([
      { ...event([{ text: "b" }], {}, 1), ...meta },
      { ...event([{ text: "" }], { finishReason: "MAX_TOKENS" }, 1), ...meta },
      { ...event([{ text: "" }], { finishReason: "SAFETY" }), ...meta },
    ]);
  });

  it("files, refusals, sources and log probabilities are written", () => {
    const token = { token: "a", logprob: -0.5, bytes: [97], top: [{ token: "b", logprob: -1, bytes: [98] }] };
    expect(
      write([
        { type: "start" },
        { type: "file", choice: 0, mediaType: "image/png", data: { kind: "base64", base64: "AAAA" } },
        { type: "refusal-delta", choice: 0, text: "No." },
        { type: "text-delta", choice: 0, id: "t", text: "a", logprobs: [token] },
        { type: "source", choice: 0, url: "https://a", title: "A" },
        { type: "finish", choice: 0, reason: { unified: "stop" } },
      ]),
    ).toEqual([
      { ...event([{ inlineData: { mimeType: "image/png", data: "AAAA" } }]), ...meta },
      { ...text("No."), ...meta },
      {
        ...event([{ text: "a" }], {
          logprobsResult: {
            chosenCandidates: [{ token: "a", logProbability: -0.5 }],
            topCandidates: [{ candidates: [{ token: "b", logProbability: -1 }] }],
          },
        }),
        ...meta,
      },
      {
        ...event([{ text: "" }], {
          finishReason: "STOP",
          groundingMetadata: { groundingChunks: [{ web: { uri: "https://a", title: "A" } }] },
        }),
        ...meta,
      },
    ]);
  });

  it("a failed stream ends with an error that every SDK reads, and without a finish", () => {
    const events = write([
      { type: "start" },
      { type: "text-delta", choice: 0, id: "t", text: "a" },
      { type: "finish", choice: 0, reason: { unified: "stop" } },
      { type: "error", status: 503, message: "it broke" },
      { type: "text-delta", choice: 0, id: "t", text: "late" },
    ]);
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({
      type: "error",
      message: "it broke",
      error: { code: 503, message: "it broke", status: "UNAVAILABLE" },
    });
  });

  it("the same events are one JSON array on request", () => {
    const parts: Part[] = [
      { type: "start" },
      { type: "text-delta", choice: 0, id: "t", text: "a" },
      { type: "finish", choice: 0, reason: { unified: "stop" } },
    ];
    const collect = (all: Part[]) => {
      const writer = createArrayStreamWriter(identity);
      return JSON.parse(all.map((part) => writer.write(part)).join("") + writer.end());
    };
    expect(collect(parts)).toEqual(write(parts));
    expect(collect([])).toEqual([]);
    expect(collect([...parts.slice(0, 2), { type: "error", status: 500, message: "x" }])).toMatchObject([
      text("a"),
      { error: { code: 500, status: "INTERNAL" } },
    ]);
  });
});

describe("reading a stream", () => {
  it("closes thoughts before text, text before a call, and gives the usage once, merged", () => {
    const parts = read([
      { ...event([{ text: "hm", thought: true }, { text: "a" }]), usageMetadata: { promptTokenCount: 3 }, ...meta },
      event([{ text: "b" }, { functionCall: { id: "1", name: "f", args: {} } }]),
      { ...STOP, usageMetadata: { candidatesTokenCount: 2, thoughtsTokenCount: 4, totalTokenCount: 9 } },
    ]);
    expect(parts).toEqual([
      { type: "start", id: "r1", model: "m" },
      { type: "reasoning-start", choice: 0, id: "reasoning-0" },
      { type: "reasoning-delta", choice: 0, id: "reasoning-0", text: "hm" },
      { type: "reasoning-end", choice: 0, id: "reasoning-0" },
      { type: "text-start", choice: 0, id: "text-1" },
      { type: "text-delta", choice: 0, id: "text-1", text: "a" },
      { type: "text-delta", choice: 0, id: "text-1", text: "b" },
      { type: "text-end", choice: 0, id: "text-1" },
      ...call("1", "f", "{}"),
      { type: "finish", choice: 0, reason: { unified: "tool-calls", raw: "STOP" } },
      {
        type: "usage",
        usage: {
          inputTokens: 3,
          outputTokens: 6,
          reasoningTokens: 4,
          raw: { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 4, totalTokenCount: 9 },
        },
      },
    ]);
  });

  it("folds to the reply of the call without a stream", () => {
    const signed = { thoughtSignature: "c2ln" };
    const last = {
      finishReason: "STOP",
      safetyRatings: [{ category: "x" }],
      groundingMetadata: { groundingChunks: [{ web: { uri: "https://a", title: "A" } }] },
    };
    const other = { text: "b", ...signed };
    const stream = [
      { ...text("It "), ...meta },
      event([{ text: "is" }, { text: "", ...signed }]),
      event([other], { finishReason: "MAX_TOKENS", finishMessage: "m" }, 1),
      event([{ functionCall: { name: "f" }, ...signed }, { executableCode: { code: "1" } }]),
      event([{ inlineData: { mimeType: "image/png", data: "AAAA" }, ...signed }], last),
    ];
    const reply = {
      candidates: [
        {
          content: {
            parts: [
              { text: "It is", ...signed },
              { functionCall: { name: "f", args: {} }, ...signed },
              { executableCode: { code: "1" } },
              { inlineData: { mimeType: "image/png", data: "AAAA" }, ...signed },
            ],
          },
          ...last,
        },
        { content: { parts: [other] }, finishReason: "MAX_TOKENS", finishMessage: "m" },
      ],
      ...meta,
    };
    expect(fold(read(stream))).toEqual(googleGenerate.readReply(reply));
  });

  it("citations are collected; of other metadata the last counts", () => {
    const cite = (uri: string) => event([{ text: "a" }], { citationMetadata: { citationSources: [{ uri }] } });
    const finish = read([cite("a"), cite("b"), STOP]).find((part) => part.type === "finish");
    expect(finish?.vendor).toEqual({
      "google-generate": { citationMetadata: { citationSources: [{ uri: "a" }, { uri: "b" }] } },
    });
  });

  it("a refused prompt ends with content-filter, in a stream and in a reply", () => {
    const refused = { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 1 } };
    const parts = read([{ ...refused, ...meta }]);
    expect(parts[1]).toMatchObject({
      type: "finish",
      reason: { unified: "content-filter", raw: "PROHIBITED_CONTENT" },
    });
    expect(write(parts)).toEqual([{ ...refused, ...meta }]);
    const reply = googleGenerate.readReply({ ...refused, ...meta });
    expect(fold(parts)).toEqual(reply);
    expect(googleGenerate.writeReply(reply, identity, wire)).toEqual({ ...refused, ...meta });
  });

  it("creates ids that differ between turns", () => {
    const ids = (responseId?: string) =>
      read([{ ...event([{ functionCall: { name: "f" } }, { functionCall: { name: "f" } }]), responseId }, STOP])
        .filter((part) => part.type === "tool-call")
        .map(({ id }) => id);
    expect(ids("abc")).toEqual(["call_abc_0_0", "call_abc_0_1"]);
    expect(new Set([...ids(), ...ids()]).size).toBe(4);
  });

  it.each([
    ["before the finish", [text("a")]],
    ["before anything", []],
    ["with one of two candidates unfinished", [event([{ text: "a" }], { finishReason: "STOP" }), event([], {}, 1)]],
    ["within a call", [event([{ functionCall: { name: "f", willContinue: true } }])]],
  ])("a stream cut %s is an error", (_, events) => {
    const parts = read(events);
    expect(parts.at(-1)).toMatchObject({ type: "error", status: 502, code: "upstream_truncated" });
    const opened = parts.filter(({ type }) => type.endsWith("-start")).length;
    expect(parts.filter(({ type }) => type.endsWith("-end"))).toHaveLength(opened);
  });

  it("a finish that every event repeats does not end the stream early", () => {
    const parts = read(["a", "b"].map((words) => event([{ text: words }], { finishReason: "STOP" })));
    expect(fold(parts).choices).toMatchObject([{ content: [{ text: "ab" }], finish: { unified: "stop" } }]);
    expect(parts.filter(({ type }) => type === "finish")).toHaveLength(1);
  });

  it.each<[string, unknown, object]>([
    [
      "an error object",
      { error: { code: 429, message: "slow down", status: "RESOURCE_EXHAUSTED" } },
      { status: 429, message: "slow down", code: "RESOURCE_EXHAUSTED" },
    ],
    ["an error without a status", { error: { message: "x" } }, { status: 502, message: "x" }],
    ["what is not JSON", "<html>", { status: 502, code: "upstream_malformed" }],
  ])("%s in the stream ends it with an error", (_, wrong, expected) => {
    const parts = read([text("a"), wrong, text("late"), STOP]);
    expect(parts.at(-1)).toMatchObject({ type: "error", ...expected });
  });
});

describe("the tail of a relayed stream", () => {
  const frame = (body: unknown) => `data: ${JSON.stringify(body)}\n\n`;
  it.each<[string, string, boolean]>([
    ["a finish", frame(text("a")) + frame(STOP), true],
    ["a finish with CRLF", frame(STOP).replaceAll("\n", "\r\n"), true],
    ["a finish and a ping", `${frame(STOP)}: ping\n\n`, true],
    ["a finish and then the usage alone", frame(STOP) + frame({ usageMetadata: {} }), true],
    ["no finish", frame(text("a")), false],
    ["a finish within the text", frame(text('"finishReason":"STOP"')), false],
    ["a finish cut off", frame(text("a")) + frame(STOP).slice(0, -4), false],
    ["text after a finish", frame(STOP) + frame(text("a")), false],
    ["a refused prompt", frame({ promptFeedback: { blockReason: "SAFETY" } }), true],
    ["an error of the upstream's own", frame({ error: { code: 500 } }), true],
    ["nothing", "", false],
  ])("%s", (_, tail, complete) => {
    expect(googleGenerate.readStreamTail(tail).complete).toBe(complete);
  });

  it("has the usage, as does a reply", () => {
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 };
    const usage = { inputTokens: 1, outputTokens: 2, raw: usageMetadata };
    expect(googleGenerate.readStreamTail(frame({ ...STOP, usageMetadata })).usage).toEqual(usage);
    const body = JSON.stringify({ ...text('"usageMetadata"'), usageMetadata, ...meta }, null, 2);
    expect(googleGenerate.readReplyUsage(Buffer.from(body))).toEqual(usage);
    expect(googleGenerate.readReplyUsage(Buffer.from("{}"))).toBeUndefined();
  });
});
