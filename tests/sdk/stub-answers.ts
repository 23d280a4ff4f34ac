/** One short answer as the upstreams of all four APIs give it, in their real shapes (wire-formats §1 to §4). */
import { chatFrames, chatReply } from "../support/chat-fixtures.ts";
import { jsonReply, type StubHandler, streamReply } from "../support/stub-upstream.ts";

export const STUB_TEXT = "Hello from the stub upstream.";

export type DialectId = "openai-chat" | "openai-responses" | "anthropic-messages" | "google-generate";

type StubAnswer = {
  whole: unknown;
  /** The streamed response, one event per frame: a few at the start, one per word (five words), and the final ones. */
  frames: string[];
};

const WORDS = STUB_TEXT.split(/(?<= )/);
const chat = { model: "some-model", text: STUB_TEXT };

export const stubAnswers: Record<DialectId, StubAnswer> = {
  "openai-chat": { whole: chatReply(chat), frames: chatFrames(chat) },
  "openai-responses": responsesAnswer(),
  "anthropic-messages": messagesAnswer(),
  "google-generate": generateAnswer(),
};

/** Answers as a server of that API: with a stream when the request asks for one. */
export function answerIn(dialect: DialectId): StubHandler {
  const { whole, frames } = stubAnswers[dialect];
  return (request, response) => {
    const wantsStream =
      request.path.includes(":streamGenerateContent") || JSON.parse(request.body.toString("utf8")).stream === true;
    return (wantsStream ? streamReply({ chunks: frames }) : jsonReply(whole))(request, response);
  };
}

/** Returns a stub model's frames up to its second word; none for another model. @param model `<dialect>/…` */
export function beginningOf(model: string): string[] {
  const frames = stubAnswers[model.split("/")[0] as DialectId]?.frames ?? [];
  return frames.slice(0, 1 + frames.findIndex((frame) => frame.includes("from")));
}

function responsesAnswer(): StubAnswer {
  const usage = {
    input_tokens: 9,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 14,
  };
  const part = (text: string) => ({ type: "output_text", annotations: [], logprobs: [], text });
  const item = (status: string, content: unknown[]) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    status,
    content,
  });
  const response = (status: string, output: unknown[]) => ({
    id: "resp_stub",
    object: "response",
    created_at: 1_700_000_000,
    model: "some-model",
    status,
    output,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    ...(status === "completed" ? { usage } : {}),
  });
  const whole = response("completed", [item("completed", [part(STUB_TEXT)])]);
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const events: Record<string, unknown>[] = [
    { type: "response.created", response: response("in_progress", []) },
    { type: "response.in_progress", response: response("in_progress", []) },
    { type: "response.output_item.added", output_index: 0, item: item("in_progress", []) },
    { type: "response.content_part.added", ...place, part: part("") },
    ...WORDS.map((delta) => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] })),
    { type: "response.output_text.done", ...place, text: STUB_TEXT, logprobs: [] },
    { type: "response.content_part.done", ...place, part: part(STUB_TEXT) },
    { type: "response.output_item.done", output_index: 0, item: item("completed", [part(STUB_TEXT)]) },
    { type: "response.completed", response: whole },
  ];
  const frames = events.map(
    (event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
  );
  return { whole, frames };
}

function messagesAnswer(): StubAnswer {
  const whole = {
    id: "msg_stub",
    type: "message",
    role: "assistant",
    model: "some-model",
    content: [{ type: "text", text: STUB_TEXT }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 5 },
  };
  const event = (type: string, fields: Record<string, unknown>) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const ending = { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } };
  const frames = [
    event("message_start", { message: { ...whole, content: [], stop_reason: null } }),
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    ...WORDS.map((text) => event("content_block_delta", { index: 0, delta: { type: "text_delta", text } })),
    event("content_block_stop", { index: 0 }),
    event("message_delta", ending),
    event("message_stop", {}),
  ];
  return { whole, frames };
}

function generateAnswer(): StubAnswer {
  const event = (text: string, fields: Record<string, unknown> = {}) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...fields }],
    modelVersion: "some-model",
    responseId: "r_stub",
  });
  const usage = { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 5, totalTokenCount: 14 } };
  const last = (text: string) => ({ ...event(text, { finishReason: "STOP" }), ...usage });
  const frames = WORDS.map((word, at) => (at === WORDS.length - 1 ? last(word) : event(word))).map(
    (data) => `data: ${JSON.stringify(data)}\r\n\r\n`,
  );
  return { whole: last(STUB_TEXT), frames };
}
