/**
 * Each text dialect as the benchmark's clients and its upstream speak it: requests, and answers of a usual size
 * (wire-formats §1 to §4).
 */
import { chatReply, sseFrame } from "../tests/support/chat-fixtures.ts";
import { SENT_AT_MARKER } from "./protocol.ts";

export type WireId = "openai-chat" | "openai-responses" | "anthropic-messages" | "google-generate";

export type Wire = {
  id: WireId;
  /** Its name in the tables, and that of the gateway's upstream which speaks it. */
  name: string;
  /** With which the base URL of an upstream ends. */
  version: "v1" | "v1beta";
  /** Under the server's root. */
  path(model: string, stream: boolean): string;
  request(model: string, stream: boolean): Record<string, unknown>;
  headers(key: string): Record<string, string>;
  /** Response without streaming. */
  reply: string;
  /** A stream: the bytes before its chunks, a chunk, the bytes after them. */
  opening: string;
  frame(text: string, index: number): string;
  closing(text: string): string;
  /** Text before a chunk's sending time; in this API it occurs nowhere else. */
  marker: string;
};

const INSTRUCTIONS = "You are a helpful assistant. Answer in one paragraph.";
const QUESTION = "What is a gateway for, and what does it cost? ".repeat(6);
const ANSWER = "word ".repeat(90);
/** Stand for what differs from frame to frame, while the rest is serialised once. */
const TEXT = "@";
const COUNT = 9_999_999;

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const namedFrame = (data: { type: string; [field: string]: unknown }) => `event: ${data.type}\n${sseFrame(data)}`;

function pieces(frame: string): string[] {
  return frame.split(new RegExp(`${TEXT}|${COUNT}`));
}

const chatChunk = (choices: unknown[], usage: unknown = null) =>
  sseFrame({
    id: "chatcmpl-stub",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "stub-model",
    service_tier: "default",
    system_fingerprint: "fp_stub",
    choices,
    usage,
  });
const chatDelta = (delta: Record<string, unknown>, finish: string | null = null) =>
  chatChunk([{ index: 0, delta, logprobs: null, finish_reason: finish }]);

const [chatStart = "", chatEnd = ""] = pieces(chatDelta({ content: TEXT }));

export const chatWire: Wire = {
  id: "openai-chat",
  name: "chat",
  version: "v1",
  path: () => "/v1/chat/completions",
  request: (model, stream) => ({
    model,
    messages: [
      { role: "system", content: INSTRUCTIONS },
      { role: "user", content: QUESTION },
    ],
    ...(stream && { stream, stream_options: { include_usage: true } }),
  }),
  headers: bearer,
  // As long as in earlier measurements of this and other gateways.
  reply: JSON.stringify(chatReply({ text: ANSWER })).padEnd(857),
  opening: chatDelta({ role: "assistant", content: "", refusal: null }),
  frame: (text) => chatStart + text + chatEnd,
  closing: () =>
    chatDelta({}, "stop") +
    chatChunk([], { prompt_tokens: 80, completion_tokens: 50, total_tokens: 130 }) +
    "data: [DONE]\n\n",
  marker: `"content":"${SENT_AT_MARKER}`,
};

const responseObject = (status: string, output: unknown[], usage: unknown) => ({
  id: "resp_stub",
  object: "response",
  created_at: 1_700_000_000,
  status,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: "stub-model",
  output,
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: 1,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  truncation: "disabled",
  usage,
  metadata: {},
});
const responseUsage = {
  input_tokens: 80,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 50,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 130,
};
const message = (status: string, content: unknown[]) => ({
  id: "msg_stub",
  type: "message",
  status,
  role: "assistant",
  content,
});
const outputText = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });
const inMessage = { item_id: "msg_stub", output_index: 0, content_index: 0 };

const [responsesStart = "", responsesMiddle = "", responsesEnd = ""] = pieces(
  namedFrame({
    type: "response.output_text.delta",
    sequence_number: COUNT,
    ...inMessage,
    delta: TEXT,
    logprobs: [],
    obfuscation: "a1b2c3d4",
  }),
);

export const responsesWire: Wire = {
  id: "openai-responses",
  name: "responses",
  version: "v1",
  path: () => "/v1/responses",
  // Not stored: the gateway would store a translated response itself, and a relayed one stays at the upstream.
  request: (model, stream) => ({
    model,
    instructions: INSTRUCTIONS,
    input: QUESTION,
    store: false,
    ...(stream && { stream }),
  }),
  headers: bearer,
  reply: JSON.stringify(responseObject("completed", [message("completed", [outputText(ANSWER)])], responseUsage)),
  opening: [
    { type: "response.created", sequence_number: 0, response: responseObject("in_progress", [], null) },
    { type: "response.in_progress", sequence_number: 1, response: responseObject("in_progress", [], null) },
    { type: "response.output_item.added", sequence_number: 2, output_index: 0, item: message("in_progress", []) },
    { type: "response.content_part.added", sequence_number: 3, ...inMessage, part: outputText("") },
  ]
    .map(namedFrame)
    .join(""),
  frame: (text, index) => responsesStart + index + responsesMiddle + text + responsesEnd,
  closing(text) {
    const item = message("completed", [outputText(text)]);
    return [
      { type: "response.output_text.done", sequence_number: 5, ...inMessage, text, logprobs: [] },
      { type: "response.content_part.done", sequence_number: 6, ...inMessage, part: outputText(text) },
      { type: "response.output_item.done", sequence_number: 7, output_index: 0, item },
      { type: "response.completed", sequence_number: 8, response: responseObject("completed", [item], responseUsage) },
    ]
      .map(namedFrame)
      .join("");
  },
  marker: `"delta":"${SENT_AT_MARKER}`,
};

const messagesReply = (content: unknown[], stop: string | null) => ({
  id: "msg_stub",
  type: "message",
  role: "assistant",
  model: "stub-model",
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: 80, output_tokens: 50, service_tier: "standard" },
});

const [messagesStart = "", messagesEnd = ""] = pieces(
  namedFrame({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: TEXT } }),
);

export const messagesWire: Wire = {
  id: "anthropic-messages",
  name: "messages",
  version: "v1",
  path: () => "/v1/messages",
  request: (model, stream) => ({
    model,
    max_tokens: 4096,
    system: INSTRUCTIONS,
    messages: [{ role: "user", content: QUESTION }],
    ...(stream && { stream }),
  }),
  headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  reply: JSON.stringify(messagesReply([{ type: "text", text: ANSWER }], "end_turn")),
  opening: [
    { type: "message_start", message: messagesReply([], null) },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
  ]
    .map(namedFrame)
    .join(""),
  frame: (text) => messagesStart + text + messagesEnd,
  closing: () =>
    [
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: 50 },
      },
      { type: "message_stop" },
    ]
      .map(namedFrame)
      .join(""),
  marker: `"text":"${SENT_AT_MARKER}`,
};

/** @param count of generated tokens so far, which every event has */
const googleReply = ({ text, count, finish }: { text: string; count: number; finish?: string }) => ({
  candidates: [{ content: { parts: [{ text }], role: "model" }, ...(finish && { finishReason: finish }), index: 0 }],
  usageMetadata: {
    promptTokenCount: 80,
    candidatesTokenCount: count,
    totalTokenCount: 130,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 80 }],
  },
  modelVersion: "stub-model",
  responseId: "stub-response",
});
/** This wire's lines end in CRLF. */
const googleFrame = (data: unknown) => `data: ${JSON.stringify(data)}\r\n\r\n`;

const [googleStart = "", googleMiddle = "", googleEnd = ""] = pieces(
  googleFrame(googleReply({ text: TEXT, count: COUNT })),
);

export const googleWire: Wire = {
  id: "google-generate",
  name: "google",
  version: "v1beta",
  path: (model, stream) => `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  request: () => ({
    systemInstruction: { parts: [{ text: INSTRUCTIONS }] },
    contents: [{ role: "user", parts: [{ text: QUESTION }] }],
  }),
  headers: (key) => ({ "x-goog-api-key": key }),
  reply: JSON.stringify(googleReply({ text: ANSWER, count: 50, finish: "STOP" })),
  opening: "",
  frame: (text, index) => googleStart + text + googleMiddle + index + googleEnd,
  closing: () => googleFrame(googleReply({ text: "", count: 50, finish: "STOP" })),
  marker: `"text":"${SENT_AT_MARKER}`,
};

export const WIRES: readonly Wire[] = [chatWire, responsesWire, messagesWire, googleWire];
