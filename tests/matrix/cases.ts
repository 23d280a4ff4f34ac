/** Cases that the matrix sends through every pair of dialects: a client's call and the response to it. */
import type { AssistantContent, Call } from "#lib/canonical/call.ts";
import type { FinishReason, TokenLogprob } from "#lib/canonical/part.ts";
import type { Choice, Reply } from "#lib/canonical/reply.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { AnyDialectId as DialectId } from "./dialects.ts";

export type Case = {
  name: string;
  ask: Partial<Call>;
  /** @param maker the upstream's dialect: its opaque data is its own */
  answer: (maker: DialectId) => Reply;
  /** Argument deltas of several calls take turns, in a stream. */
  interleaved?: boolean;
  /** True when a second turn follows, in which the client sends back the response. */
  turn?: boolean;
};

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg==";
const PDF = Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64");
const hello = "Hé, what is it like?";
const tools: NonNullable<Call["tools"]> = [
  {
    kind: "function",
    name: "get_weather",
    description: "The weather in a city",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
];
const counts = { inputTokens: 120, outputTokens: 40 };

export function replyOf(
  content: AssistantContent[],
  unified: FinishReason["unified"],
  fields: Partial<Choice> = {},
): Reply {
  return { choices: [{ content, finish: { unified }, ...fields }], usage: { ...counts } };
}

const text = (value: string): AssistantContent => ({ type: "text", text: value });
const call = (id: string, city: string): AssistantContent => ({
  type: "tool-call",
  id,
  name: "get_weather",
  kind: "function",
  input: JSON.stringify({ city }),
});

function token(value: string, logprob: number): TokenLogprob {
  const bytes = [...Buffer.from(value)];
  return { token: value, logprob, bytes, top: [{ token: value, logprob, bytes }] };
}

/** Returns a stand-in for a vendor's signature, in its dialect's vendor data. */
export function readSignature(maker: DialectId): VendorData {
  const bytes = Buffer.from(`signed by ${maker}`).toString("base64");
  switch (maker) {
    case "anthropic-messages":
      return { [maker]: { signature: bytes } };
    case "google-generate":
      return { [maker]: { thoughtSignature: bytes } };
    case "openai-responses":
      return { [maker]: { id: "rs_1", encrypted_content: bytes } };
    case "google-interactions":
      return { [maker]: { signature: bytes } };
    case "openai-chat":
      return { [maker]: { extra_content: { google: { thought_signature: bytes } } } };
    default:
      return maker satisfies never;
  }
}

/** A turn in which the vendor signs what it signs: its reasoning, or, where that has no slot for it, its call. */
export function signedTurn(maker: DialectId): AssistantContent[] {
  const signed = { vendor: readSignature(maker) };
  const hasSlot = maker === "anthropic-messages" || maker === "openai-responses" || maker === "google-interactions";
  const onReasoning = hasSlot ? signed : {};
  const onCall = maker === "google-generate" || maker === "openai-chat" ? signed : {};
  return [
    { type: "reasoning", text: "Paris, then.", ...onReasoning },
    { ...call("call_1", "Paris"), ...onCall } as AssistantContent,
  ];
}

/** Reasoning of which the client may see nothing. */
export function redactedTurn(maker: DialectId): AssistantContent[] {
  const vendor: VendorData =
    maker === "anthropic-messages"
      ? { [maker]: { type: "redacted_thinking", data: Buffer.from(`hidden by ${maker}`).toString("base64") } }
      : readSignature(maker);
  if (maker === "google-generate" || maker === "openai-chat") {
    return [{ ...call("call_1", "Paris"), vendor } as AssistantContent];
  }
  return [{ type: "reasoning", text: "", vendor }, call("call_1", "Paris")];
}

export const cases: Case[] = [
  {
    name: "text",
    ask: {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: hello },
        { role: "assistant", content: "Like what?" },
        { role: "user", content: "Like this." },
      ],
      temperature: 0.5,
      topP: 0.9,
      maxOutputTokens: 100,
    },
    answer: () => replyOf([text("It is – like ünïcode 👍🏽.\n\nAll of it.")], "stop"),
  },
  {
    name: "parallel tools, interleaved deltas",
    ask: { tools, toolChoice: { mode: "required" }, parallelToolCalls: true },
    answer: () => replyOf([text("I look."), call("call_1", "Paris"), call("call_2", "Rome")], "tool-calls"),
    interleaved: true,
    turn: true,
  },
  {
    name: "tool results: text, failure, image",
    ask: {
      tools,
      messages: [
        { role: "user", content: hello },
        { role: "assistant", content: ["Paris", "Rome", "Oslo"].map((city, at) => call(`call_${at}`, city)) },
        { role: "tool", callId: "call_0", name: "get_weather", content: "21 °C" },
        { role: "tool", callId: "call_1", name: "get_weather", content: "No such city", isError: true },
        {
          role: "tool",
          callId: "call_2",
          name: "get_weather",
          content: [
            { type: "text", text: "As drawn:" },
            { type: "file", mediaType: "image/png", data: { kind: "base64", base64: PIXEL } },
          ],
        },
      ],
    },
    answer: () => replyOf([text("Fine in Paris.")], "stop"),
  },
  {
    name: "one tool at a time",
    ask: { tools, toolChoice: { mode: "tool", name: "get_weather", kind: "function" }, parallelToolCalls: false },
    answer: () => replyOf([call("call_1", "Paris")], "tool-calls"),
    turn: true,
  },
  {
    name: "tool without arguments",
    ask: { tools: [{ kind: "function", name: "get_time", description: "The time" }] },
    answer: () =>
      replyOf([{ type: "tool-call", id: "call_1", name: "get_time", kind: "function", input: "{}" }], "tool-calls"),
    turn: true,
  },
  {
    name: "text after tool calls",
    ask: { tools },
    answer: () => replyOf([call("call_1", "Paris"), text("That was it.")], "tool-calls"),
  },
  {
    name: "reasoning with signature",
    ask: { tools, reasoning: { effort: "high" }, maxOutputTokens: 20_000 },
    answer: (maker) => replyOf(signedTurn(maker), "tool-calls"),
    turn: true,
  },
  {
    name: "text with signature",
    ask: {},
    answer: (maker) => {
      // The one vendor that signs what it says.
      const signed = maker === "google-generate" ? { vendor: readSignature(maker) } : {};
      return replyOf([{ type: "text", text: "Paris it is.", ...signed }], "stop");
    },
    turn: true,
  },
  {
    name: "redacted reasoning",
    ask: { tools, reasoning: { effort: "high" }, maxOutputTokens: 20_000 },
    answer: (maker) => replyOf(redactedTurn(maker), "tool-calls"),
    turn: true,
  },
  {
    name: "image in, bytes and link",
    ask: {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: hello },
            { type: "file", mediaType: "image/png", data: { kind: "base64", base64: PIXEL } },
            { type: "file", mediaType: "image/png", data: { kind: "url", url: "https://example.com/a.png" } },
          ],
        },
      ],
    },
    answer: () => replyOf([text("A pixel.")], "stop"),
  },
  {
    name: "file in",
    ask: {
      messages: [
        {
          role: "user",
          content: [
            { type: "file", mediaType: "application/pdf", data: { kind: "base64", base64: PDF }, filename: "a.pdf" },
            { type: "text", text: hello },
          ],
        },
      ],
    },
    answer: () => replyOf([text("An empty document.")], "stop"),
  },
  {
    name: "JSON schema",
    ask: {
      output: {
        type: "json-schema",
        name: "response",
        schema: {
          type: "object",
          properties: { name: { type: "string" }, ages: { type: "array", items: { type: "integer" } } },
          required: ["name", "ages"],
          additionalProperties: false,
        },
      },
    },
    answer: () => replyOf([text('{"name":"Ada","ages":[36]}')], "stop"),
  },
  {
    name: "sources",
    ask: {},
    answer: (maker) => {
      // Places after characters of two, four and eight bytes, and one page cited twice.
      const places = [
        { url: "https://example.com/a", title: "A", startIndex: 8, endIndex: 12 },
        { url: "https://example.com/b", title: "B", startIndex: 8, endIndex: 12 },
        { url: "https://example.com/a", title: "A", startIndex: 19, endIndex: 22 },
      ];
      const said = "Äs 👍🏽 they say, and say.";
      if (maker !== "anthropic-messages") return replyOf([text(said)], "stop", { sources: places });
      // Messages gives each cited place a text of its own, and cites that text as a whole (wire-formats §3.3).
      const texts = [said.slice(0, 8), said.slice(8, 12), said.slice(12, 19), said.slice(19, 22), said.slice(22)];
      const sources = places.map(({ startIndex, endIndex, ...source }) => {
        const at = { text: startIndex === 8 ? 1 : 3, startIndex: 0, endIndex: endIndex - startIndex };
        return { ...source, ...at };
      });
      return replyOf(texts.map(text), "stop", { sources });
    },
  },
  {
    name: "an image that the model made",
    ask: {},
    answer: () =>
      replyOf(
        [text("As drawn:"), { type: "file", mediaType: "image/png", data: { kind: "base64", base64: PIXEL } }],
        "stop",
      ),
  },
  {
    name: "refusal",
    ask: {},
    answer: () => replyOf([{ type: "refusal", text: "I cannot help with that." }], "content-filter"),
  },
  {
    name: "stop sequence",
    ask: { stop: ["END"] },
    answer: () => replyOf([text("one two")], "stop", { finish: { unified: "stop", stopSequence: "END" } }),
  },
  { name: "length", ask: { maxOutputTokens: 5 }, answer: () => replyOf([text("one two three")], "length") },
  { name: "content filter", ask: {}, answer: () => replyOf([text("one")], "content-filter") },
  {
    name: "n=2",
    ask: { choices: 2 },
    answer: () => ({
      choices: [
        { content: [text("The first one.")], finish: { unified: "stop" } },
        { content: [text("And the second.")], finish: { unified: "length" } },
      ],
      usage: { ...counts },
    }),
  },
  {
    name: "logprobs",
    ask: { logprobs: { top: 1 } },
    answer: () => replyOf([text("Hé yo")], "stop", { logprobs: { content: [token("Hé", -0.5), token(" yo", -0.25)] } }),
  },
  {
    name: "usage with cache and reasoning counts",
    ask: {},
    answer: () => ({
      ...replyOf([text("ok")], "stop"),
      usage: { ...counts, cachedInputTokens: 64, cacheWriteInputTokens: 16, reasoningTokens: 24 },
    }),
  },
];
