/** Streams of upstreams of each API, event by event, as providers send them (wire-formats §1.6, §2.6, §3.6, §4.7). */
import { sseFrame } from "#tests/support/chat-fixtures.ts";
import type { Body, Convention } from "./field.ts";

/** Chunks of a chat stream, one for each delta, then the finish, the usage and `[DONE]`. */
export function chatStream(
  deltas: Body[],
  { finish = "stop", usage }: { finish?: string; usage?: Body } = {},
): string[] {
  const chunk = (fields: Body) =>
    sseFrame({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model: "m", ...fields });
  const choice = (delta: Body, reason: string | null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: reason, logprobs: null }] });
  return [
    ...deltas.map((delta) => choice(delta, null)),
    choice({}, finish),
    ...(usage ? [chunk({ choices: [], usage })] : []),
    "data: [DONE]\n\n",
  ];
}

/** Named events, whose `type` is their name. */
function namedEvents(events: ({ type: string } & Body)[]): string[] {
  return events.map((event) => `event: ${event.type}\n${sseFrame(event)}`);
}

/** A message stream: the events between `message_start` and `message_delta`. */
export function messageStream(
  blocks: ({ type: string } & Body)[],
  {
    stopReason = "end_turn",
    started = { input_tokens: 9, output_tokens: 1 },
    ended = { output_tokens: 7 },
  }: { stopReason?: string; started?: Body; ended?: Body } = {},
): string[] {
  const message = { id: "msg_1", type: "message", role: "assistant", model: "claude", content: [], usage: started };
  return namedEvents([
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    ...blocks,
    { type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage: ended },
    { type: "message_stop" },
  ]);
}

/** One block of a message stream. */
export function block(index: number, start: Body, deltas: Body[]): ({ type: string } & Body)[] {
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** A Gemini stream: one chunk for each list of parts; the last one finishes. */
export function geminiStream(chunks: Body[][], { usage }: { usage?: Body } = {}): string[] {
  return chunks.map((parts, at) =>
    sseFrame({
      candidates: [
        {
          index: 0,
          content: { role: "model", parts },
          ...(at === chunks.length - 1 ? { finishReason: "STOP" } : {}),
        },
      ],
      usageMetadata: usage ?? { promptTokenCount: 9, candidatesTokenCount: 7, totalTokenCount: 16 },
      modelVersion: "gemini",
    }),
  );
}

/** A Responses stream: the events between `response.created` and the end, numbered. */
export function responseStream(
  events: ({ type: string } & Body)[],
  { output = [], status = "completed", more = {} }: { output?: Body[]; status?: string; more?: Body } = {},
): string[] {
  const response = { id: "resp_1", object: "response", created_at: 1_700_000_000, model: "m" };
  const usage = { input_tokens: 9, output_tokens: 7, total_tokens: 16 };
  return namedEvents(
    [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      ...events,
      { type: `response.${status}`, response: { ...response, status, output, usage, ...more } },
    ].map((event, sequence_number) => ({ ...event, sequence_number })),
  );
}

/** "Hello there" in two deltas, as each API streams it. */
export function helloStream(convention: Convention): string[] {
  switch (convention) {
    case "openai-chat":
      return chatStream([{ role: "assistant", content: "Hello" }, { content: " there" }], {
        usage: { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 },
      });
    case "anthropic-messages":
      return messageStream(
        block(0, { type: "text", text: "" }, [
          { type: "text_delta", text: "Hello" },
          { type: "text_delta", text: " there" },
        ]),
      );
    case "google-generate":
      return geminiStream([[{ text: "Hello" }], [{ text: " there" }]]);
    case "openai-responses":
      return responseStream(textItem("Hello there", ["Hello", " there"]).events, {
        output: [textItem("Hello there", []).item],
      });
    default:
      return convention satisfies never;
  }
}

function textItem(text: string, deltas: string[], index = 0): { item: Body; events: ({ type: string } & Body)[] } {
  const id = `msg_${index}`;
  const part = { type: "output_text", text, annotations: [] };
  const item = { id, type: "message", role: "assistant", status: "completed", content: [part] };
  const at = { item_id: id, output_index: index, content_index: 0 };
  const events = [
    { type: "response.output_item.added", output_index: index, item: { ...item, status: "in_progress", content: [] } },
    { type: "response.content_part.added", ...at, part: { ...part, text: "" } },
    ...deltas.map((delta) => ({ type: "response.output_text.delta", ...at, delta })),
    { type: "response.output_text.done", ...at, text },
    { type: "response.content_part.done", ...at, part },
    { type: "response.output_item.done", output_index: index, item },
  ];
  return { item, events };
}

/** A whole reply of each API that says "Hello there". */
export function helloReply(convention: Convention): Body {
  switch (convention) {
    case "openai-chat":
      return {
        id: "chatcmpl-1",
        object: "chat.completion",
        created: 1_700_000_000,
        model: "m",
        choices: [{ index: 0, message: { role: "assistant", content: "Hello there" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 },
      };
    case "anthropic-messages":
      return messageReply([{ type: "text", text: "Hello there" }]);
    case "google-generate":
      return geminiReply([{ text: "Hello there" }]);
    case "openai-responses":
      return {
        id: "resp_1",
        object: "response",
        created_at: 1_700_000_000,
        status: "completed",
        model: "m",
        output: [textItem("Hello there", []).item],
        usage: { input_tokens: 9, output_tokens: 7, total_tokens: 16 },
      };
    default:
      return convention satisfies never;
  }
}

export function messageReply(content: Body[], fields: Body = {}): Body {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude",
    content,
    stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 7 },
    ...fields,
  };
}

export function geminiReply(parts: Body[]): Body {
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 7, totalTokenCount: 16 },
    modelVersion: "gemini",
  };
}
