/**
 * Law 2, write(read(x)) = x, and law 3, folding a stream gives the reply, over fixtures and what real providers sent.
 */
import { describe, expect, it } from "vitest";
import type { ChatAnswer, ChatReply, ChatRequest, ChatToolCall } from "#lib/contract/openai-chat/wire.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";
import { fold, readStream, writeStream } from "#tests/support/dialect-streams.ts";
import { replyFixtures, streamFixtures } from "#tests/support/fixtures.ts";

const wire = {
  model: "m",
  messages: [{ role: "user", content: "hi" }],
  stream_options: { include_usage: true },
} as ChatRequest;

/**
 * The short list of what may differ: a field that is null is the same as one that is absent; `type: "function"` and
 * `index` of a tool call are written where Mistral leaves them out; Mistral's array of parts becomes text and
 * reasoning_content, and Groq's `reasoning` becomes reasoning_content; obfuscation is noise by design; xAI's missing
 * `object` fields are filled in.
 */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key, field]) => field !== null && key !== "obfuscation")
    .map(([key, field]) => [key, normal(field)]);
  return Object.fromEntries(entries);
}

function normalMessage(message: Record<string, unknown>): unknown {
  const { content, tool_calls: calls, ...rest } = message;
  const parts = Array.isArray(content)
    ? (content as { type: string; text?: string; thinking?: { text: string }[] }[])
    : [];
  const reasoning = parts
    .flatMap((part) => part.thinking ?? [])
    .map(({ text }) => text)
    .join("");
  const text = parts.length > 0 ? parts.map((part) => part.text ?? "").join("") : content;
  return normal({
    ...rest,
    content: text,
    ...(reasoning ? { reasoning_content: reasoning } : {}),
    ...(calls
      ? { tool_calls: (calls as { index?: number }[]).map(({ index: _, ...call }) => ({ type: "function", ...call })) }
      : {}),
  });
}

function normalReply(reply: ChatReply): unknown {
  return normal({
    ...reply,
    choices: reply.choices?.map((choice) => ({
      ...choice,
      message: normalMessage(choice.message as Record<string, unknown>),
    })),
  });
}

function identityOf({ id = "", created = 0, model = "" }: ChatReply) {
  return { id, created, model };
}

const readParts = (events: unknown[]) => readStream(openAiChat, [...events, "[DONE]"]);

describe("replies", () => {
  it.each(replyFixtures("openai-chat"))("$name is the same when read and written again", ({ json }) => {
    const reply = json as ChatReply;
    const written = openAiChat.writeReply(openAiChat.readReply(reply), identityOf(reply), wire);
    expect(normalReply(written as ChatReply)).toEqual(normalReply(reply));
  });
});

describe("streams", () => {
  const streams = streamFixtures("openai-chat");

  it.each(streams)("$name: the fold holds all text, reasoning, calls, finish and usage", ({ events }) => {
    const chunks = events as ChatReply[];
    const reply = fold(readParts(events));
    const written = openAiChat.writeReply(reply, identityOf(chunks[0] as ChatReply), wire) as ChatReply;
    const pieces = chunks.flatMap((chunk) => chunk.choices ?? []);
    expect(written.choices).toHaveLength(new Set(pieces.map(({ index }) => index)).size);
    for (const { index, message, finish_reason: finish } of written.choices ?? []) {
      const own = pieces.filter((piece) => piece.index === index);
      const deltas = own.map(({ delta }) => delta ?? {});
      expect(message?.content ?? "").toBe(deltas.map(({ content }) => textOf(content)).join(""));
      expect(message?.refusal ?? "").toBe(deltas.map(({ refusal }) => refusal ?? "").join(""));
      expect(message?.reasoning_content ?? "").toBe(
        deltas.map((delta) => `${delta.reasoning_content ?? ""}${thinkingOf(delta.content)}`).join(""),
      );
      expect(message?.tool_calls?.map(payloadOf) ?? []).toEqual(joinCalls(deltas));
      expect(finish).toBe(own.flatMap((piece) => piece.finish_reason ?? []).at(-1));
    }
    expect(written.usage).toEqual(chunks.flatMap((chunk) => chunk.usage ?? []).at(-1));
  });

  it.each(streams)("$name: reading what was written gives the same Parts", ({ events }) => {
    const parts = readParts(events);
    const text = writeStream(openAiChat, parts, { identity: identityOf(events[0] as ChatReply), wire });
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    const frames = text.split("\n\n").filter(Boolean);
    const again = frames.map((frame) => frame.replace(/^data: /, ""));
    expect(readStream(openAiChat, again)).toEqual(parts);
  });
});

function textOf(content: ChatAnswer["content"]): string {
  return Array.isArray(content) ? content.map((part) => part.text ?? "").join("") : (content ?? "");
}

function thinkingOf(content: ChatAnswer["content"]): string {
  const parts = Array.isArray(content) ? (content as { thinking?: { text: string }[] }[]) : [];
  return parts.flatMap((part) => (part.thinking ?? []).map(({ text }) => text)).join("");
}

const payloadOf = (call: ChatToolCall) => ({
  name: call.custom?.name ?? call.function?.name,
  text: call.custom?.input ?? call.function?.arguments,
});

/** The calls of one choice, put together by index as a client does it; Mistral's have none, and come whole. */
function joinCalls(deltas: ChatAnswer[]): { name: unknown; text: string }[] {
  const calls = new Map<unknown, { name: unknown; text: string }>();
  for (const fragment of deltas.flatMap((delta) => delta.tool_calls ?? [])) {
    const { name, text } = payloadOf(fragment);
    const key = fragment.index ?? fragment.id;
    const call = calls.get(key);
    if (call) call.text += text ?? "";
    else calls.set(key, { name, text: text ?? "" });
  }
  return [...calls.values()];
}
