/** Law 2, write(read(x)) = x, and law 3, folding a stream gives the reply, over what the real provider sent. */
import { describe, expect, it } from "vitest";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import type { GoogleAnswerPart, GoogleReply, GoogleRequest } from "#lib/dialects/google-generate/wire.ts";
import { replyRecordings, streamRecordings } from "../../support/recordings.ts";

const wire = { model: "m", contents: [{ role: "user", parts: [{ text: "hi" }] }] } as GoogleRequest;

/**
 * The short list of what may differ: a call without an id gets one, one without arguments has `{}`; `index` and `role` are
 * written where Vertex leaves them out; arguments that came in pieces are written whole; in a stream the empty text beside
 * a finish and the usage on every event are the writer's own.
 */
function normalReply(reply: GoogleReply): unknown {
  return {
    ...reply,
    candidates: reply.candidates?.map((candidate, index) => ({
      index,
      ...candidate,
      content: { role: "model", parts: candidate.content?.parts?.map(normalPart) },
    })),
  };
}

function normalPart(part: GoogleAnswerPart): unknown {
  if (!part.functionCall) return part;
  const { name, args = {} } = part.functionCall;
  return { ...part, functionCall: { name, args } };
}

function identityOf({ responseId = "", modelVersion = "" }: GoogleReply) {
  return { id: responseId, created: 0, model: modelVersion };
}

function readParts(events: unknown[]): Part[] {
  const parts: Part[] = [];
  const reader = googleGenerate.createStreamReader((part) => parts.push(part));
  for (const event of events) reader.read({ data: JSON.stringify(event) });
  reader.end();
  return parts;
}

function fold(parts: Part[]) {
  const collector = createCollector();
  for (const part of parts) collector.add(part);
  return collector.reply();
}

const recorded = replyRecordings("google-generate");

describe("recorded replies", () => {
  const replies = recorded.filter(({ json }) => "candidates" in (json as object));
  it.skipIf(replies.length === 0).each(replies)("$name comes out as it went in", ({ json }) => {
    const reply = json as GoogleReply;
    const written = googleGenerate.writeReply(googleGenerate.readReply(reply), identityOf(reply), wire);
    expect(normalReply(written as GoogleReply)).toEqual(normalReply(reply));
  });

  const errors = recorded.filter(({ json }) => "error" in (json as object));
  it.skipIf(errors.length === 0).each(errors)("$name is read as an error", ({ json }) => {
    const { message, status } = (json as { error: { message: string; status: string } }).error;
    expect(googleGenerate.readError(json)).toMatchObject({ message, code: status });
  });
});

describe("recorded streams", () => {
  const streams = streamRecordings("google-generate");

  it.skipIf(streams.length === 0).each(streams)("$name: the fold is the reply that holds all of it", ({ events }) => {
    const chunks = events as GoogleReply[];
    const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
    const reply = fold(readParts(events));
    const written = googleGenerate.writeReply(reply, identityOf(chunks[0] as GoogleReply), wire) as GoogleReply;
    const candidate = written.candidates?.[0];
    const all = candidate?.content?.parts ?? [];
    const textOf = (list: GoogleAnswerPart[], thought: boolean) =>
      list
        .filter((part) => Boolean(part.thought) === thought)
        .map((part) => part.text ?? "")
        .join("");
    expect(textOf(all, false)).toBe(textOf(parts, false));
    expect(textOf(all, true)).toBe(textOf(parts, true));
    const names = (list: GoogleAnswerPart[]) => list.flatMap((part) => part.functionCall?.name ?? []);
    expect(names(all)).toEqual(names(parts));
    const signatures = (list: GoogleAnswerPart[]) => list.flatMap((part) => part.thoughtSignature ?? []);
    expect(signatures(all)).toEqual(signatures(parts));
    expect(candidate?.finishReason).toBe("STOP");
    expect(written.usageMetadata).toEqual(chunks.at(-1)?.usageMetadata);
    expect(googleGenerate.readReply(written)).toEqual(reply);
  });

  it.skipIf(streams.length === 0).each(streams)(
    "$name: reading what was written gives the same Parts",
    ({ events }) => {
      const parts = readParts(events);
      const writer = googleGenerate.createStreamWriter(identityOf(events[0] as GoogleReply), {
        ...wire,
        stream: true,
      });
      const text = parts.map((part) => writer.write(part)).join("") + writer.end();
      const frames = text.split("\n\n").slice(0, -1);
      expect(text.endsWith("\n\n")).toBe(true);
      expect(readParts(frames.map((frame) => JSON.parse(frame.replace(/^data: /, ""))))).toEqual(parts);
      expect(googleGenerate.readStreamTail(frames.slice(-4).join("\n\n"))).toEqual({
        complete: true,
        usage: parts.find((part) => part.type === "usage")?.usage,
      });
    },
  );

  it.skipIf(streams.length === 0)("the pieces of arguments are put together", () => {
    const events = streams.find(({ name }) => name.includes("tool-call-arguments"))?.events ?? [];
    expect(readParts(events).filter((part) => part.type === "tool-call")).toMatchObject([
      { name: "getWeather", input: '{"location":"Boston"}' },
      { name: "getWeather", input: '{"location":"San Francisco"}' },
    ]);
  });
});
