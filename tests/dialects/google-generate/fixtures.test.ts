/**
 * Law 2, write(read(x)) = x, and law 3, folding a stream gives the reply, over fixtures and what the real provider
 * sent.
 */
import { describe, expect, it } from "vitest";
import type { GoogleAnswerPart, GoogleReply, GoogleRequest } from "#lib/contract/google-generate/wire.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { fold, readStream, writeStream } from "#tests/support/dialect-streams.ts";
import { replyFixtures, streamFixtures } from "#tests/support/fixtures.ts";

const wire = { model: "m", contents: [{ role: "user", parts: [{ text: "hi" }] }] } as GoogleRequest;

/**
 * The short list of what may differ: a call without an id gets one, one without arguments has `{}`; `index` and `role`
 * are written where Vertex leaves them out; arguments that came in pieces are written whole; in a stream the empty text
 * beside a finish and the usage on every event are the writer's own.
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

const readParts = (events: unknown[]) => readStream(googleGenerate, events);

describe("replies", () => {
  it.each(replyFixtures("google-generate"))("$name is the same when read and written again", ({ json }) => {
    const reply = json as GoogleReply;
    const written = googleGenerate.writeReply(googleGenerate.readReply(reply), identityOf(reply), wire);
    expect(normalReply(written as GoogleReply)).toEqual(normalReply(reply));
  });
});

describe("streams", () => {
  const streams = streamFixtures("google-generate");

  it.each(streams)("$name: the fold is the reply that holds all of it", ({ events }) => {
    const chunks = events as GoogleReply[];
    const reply = fold(readParts(events));
    const written = googleGenerate.writeReply(reply, identityOf(chunks[0] as GoogleReply), wire) as GoogleReply;
    expect(written.promptFeedback).toEqual(chunks.at(-1)?.promptFeedback);
    const pieces = chunks.flatMap((chunk) => chunk.candidates ?? []);
    expect(written.candidates ?? []).toHaveLength(new Set(pieces.map(({ index = 0 }) => index)).size);
    for (const { index, content, finishReason } of written.candidates ?? []) {
      const own = pieces.filter((piece) => (piece.index ?? 0) === index);
      const [all, given] = [content?.parts ?? [], own.flatMap((piece) => piece.content?.parts ?? [])];
      for (const isThought of [false, true]) expect(textOf(all, isThought)).toBe(textOf(given, isThought));
      expect(namesOf(all)).toEqual(namesOf(given));
      expect(signaturesOf(all)).toEqual(signaturesOf(given));
      expect(finishReason).toBe(own.flatMap((piece) => piece.finishReason ?? []).at(-1));
    }
    expect(written.usageMetadata).toEqual(chunks.at(-1)?.usageMetadata);
    expect(googleGenerate.readReply(written)).toEqual(reply);
  });

  it.each(streams)("$name: reading what was written gives the same Parts", ({ events }) => {
    const parts = readParts(events);
    const identity = identityOf(events[0] as GoogleReply);
    const text = writeStream(googleGenerate, parts, { identity, wire: { ...wire, stream: true } });
    const frames = text.split("\n\n").slice(0, -1);
    expect(text.endsWith("\n\n")).toBe(true);
    expect(readParts(frames.map((frame) => JSON.parse(frame.replace(/^data: /, ""))))).toEqual(parts);
    expect(googleGenerate.readStreamTail(frames.slice(-4).join("\n\n"))).toEqual({
      complete: true,
      usage: parts.find((part) => part.type === "usage")?.usage,
    });
  });

  it("the pieces of arguments are joined", () => {
    const events = streams.find(({ name }) => name === "tools-argument-pieces")?.events ?? [];
    expect(readParts(events).filter((part) => part.type === "tool-call")).toMatchObject([
      { name: "log_tide", input: '{"port":"Wilhelmshaven","heights":[3.1,0.4],"spring":true}' },
      { name: "log_wind", input: '{"place":"Jever"}' },
    ]);
  });
});

function textOf(parts: GoogleAnswerPart[], isThought: boolean): string {
  return parts
    .filter((part) => Boolean(part.thought) === isThought)
    .map((part) => part.text ?? "")
    .join("");
}

const namesOf = (parts: GoogleAnswerPart[]) => parts.flatMap((part) => part.functionCall?.name ?? []);
const signaturesOf = (parts: GoogleAnswerPart[]) => parts.flatMap((part) => part.thoughtSignature ?? []);
