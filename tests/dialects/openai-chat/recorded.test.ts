/** Law 2, write(read(x)) = x, and law 3, folding a stream gives the reply, over what real providers sent. */
import { describe, expect, it } from "vitest";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";
import type { ChatReply, ChatRequest } from "#lib/dialects/openai-chat/wire.ts";
import { replyRecordings, streamRecordings } from "../../support/recordings.ts";

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

function readParts(events: unknown[]): Part[] {
  const parts: Part[] = [];
  const reader = openAiChat.createStreamReader((part) => parts.push(part));
  for (const event of events) reader.read({ data: JSON.stringify(event) });
  reader.read({ data: "[DONE]" });
  reader.end();
  return parts;
}

function fold(parts: Part[]) {
  const collector = createCollector();
  for (const part of parts) collector.add(part);
  return collector.reply();
}

describe("recorded replies", () => {
  const replies = replyRecordings("openai-chat").filter(({ json }) => "choices" in (json as object));
  if (replies.length === 0) it.skip("needs the recordings beside the project");
  it.each(replies)("$name comes out as it went in", ({ json }) => {
    const reply = json as ChatReply;
    const written = openAiChat.writeReply(openAiChat.readReply(reply), identityOf(reply), wire);
    expect(normalReply(written as ChatReply)).toEqual(normalReply(reply));
  });
});

describe("recorded streams", () => {
  const streams = streamRecordings("openai-chat");
  if (streams.length === 0) it.skip("needs the recordings beside the project");

  it.each(streams)("$name: the fold holds all text, reasoning, calls, finish and usage", ({ events }) => {
    const chunks = events as ChatReply[];
    const deltas = chunks.flatMap((chunk) => chunk.choices ?? []).map((choice) => choice.delta);
    const reply = fold(readParts(events));
    const written = openAiChat.writeReply(reply, identityOf(chunks[0] as ChatReply), wire) as ChatReply;
    const message = written.choices?.[0]?.message;
    const textOf = (content: unknown) =>
      Array.isArray(content) ? content.map((part) => part.text ?? "").join("") : ((content as string | null) ?? "");
    const thinkingOf = (content: unknown) =>
      Array.isArray(content)
        ? content
            .flatMap((part) => part.thinking ?? [])
            .map((part) => part.text)
            .join("")
        : "";
    expect(message?.content ?? "").toBe(deltas.map((delta) => textOf(delta?.content)).join(""));
    expect(message?.reasoning_content ?? "").toBe(
      deltas.map((delta) => `${delta?.reasoning_content ?? ""}${thinkingOf(delta?.content)}`).join(""),
    );
    const calls = deltas.flatMap((delta) => delta?.tool_calls ?? []);
    expect(message?.tool_calls?.map((call) => call.function) ?? []).toEqual(
      calls.filter((call) => call.id).map((call) => call.function),
    );
    const finishes = chunks.flatMap((chunk) => chunk.choices ?? []).flatMap((choice) => choice.finish_reason ?? []);
    expect(written.choices?.[0]?.finish_reason).toBe(finishes.at(-1));
    expect(written.usage).toEqual(chunks.flatMap((chunk) => chunk.usage ?? []).at(-1));
  });

  it.each(streams)("$name: reading what was written gives the same Parts", ({ events }) => {
    const parts = readParts(events);
    const writer = openAiChat.createStreamWriter(identityOf(events[0] as ChatReply), wire);
    const text = parts.map((part) => writer.write(part)).join("") + writer.end();
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    const again: Part[] = [];
    const reader = openAiChat.createStreamReader((part) => again.push(part));
    for (const frame of text.split("\n\n").filter(Boolean)) reader.read({ data: frame.replace(/^data: /, "") });
    reader.end();
    expect(again).toEqual(parts);
  });
});
