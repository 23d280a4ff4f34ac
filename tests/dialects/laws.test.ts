/**
 * Laws that hold for every text dialect, over fixtures and recordings: a stream folds to the reply of its name (law 3),
 * errors keep their words, and a stream that is cut is an error for the clients of every dialect (law 5). Law 2 is
 * tested beside each codec.
 */

import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { errors } from "#lib/http/errors.ts";
import { fold, readStream, writeStream } from "../support/dialect-streams.ts";
import {
  cutStreamFixtures,
  errorFixtures,
  failedStreamFixtures,
  pairedFixtures,
  streamFixtures,
} from "../support/fixtures.ts";

type DialectId = keyof typeof dialects;
const dialectIds = Object.keys(dialects) as DialectId[];

const user = { role: "user", content: "hi" };
const wires: Record<DialectId, object> = {
  "openai-chat": { messages: [user], stream_options: { include_usage: true } },
  "openai-responses": { input: "hi" },
  "anthropic-messages": { max_tokens: 10, messages: [user] },
  "google-generate": { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  "google-interactions": { input: "hi" },
};
const identity = { id: "answer-1", created: 1_763_900_000, model: "some-model" };

function requestOf(id: DialectId) {
  return dialects[id].parseRequest({ model: "some-model", stream: true, ...wires[id] }, { model: "m", stream: true });
}

const readParts = (id: DialectId, events: unknown[]) => readStream(dialects[id], events);

function writeFrames(id: DialectId, parts: Part[]): string[] {
  return writeStream(dialects[id], parts, { identity, wire: requestOf(id) })
    .split("\n\n")
    .filter(Boolean);
}

const eventOf = (frame: string): unknown => JSON.parse(frame.replace(/^(event: .*\n)?data: /, ""));
const framesOf = (events: unknown[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/** True for an event that finishes a choice, by the field that each API has for it. */
function isFinish(event: unknown): boolean {
  const { type, event_type, choices, candidates, promptFeedback } = event as {
    type?: string;
    event_type?: string;
    choices?: { finish_reason?: string | null }[];
    candidates?: { finishReason?: string }[];
    promptFeedback?: object;
  };
  if (event_type !== undefined) return event_type === "interaction.completed";
  if (type !== undefined) return /^(message_stop|response\.(completed|incomplete))$/.test(type);
  return (
    promptFeedback !== undefined ||
    (choices ?? []).some((choice) => choice.finish_reason) ||
    (candidates ?? []).some((candidate) => candidate.finishReason)
  );
}

const TRUNCATION = errors.streamTruncated().message;
const TRUNCATED = { type: "error", status: 502, code: "upstream_truncated" };

/** A client of any dialect is told of it, and is not told that the response is complete. */
function expectFailureEverywhere(parts: Part[], message: string): void {
  for (const client of dialectIds) {
    const frames = writeFrames(client, parts);
    expect(eventOf(frames.at(-1) ?? "")).toMatchObject({ type: "error", error: { message }, message });
    expect(readParts(client, frames.map(eventOf)).at(-1)).toMatchObject({ type: "error", message });
  }
}

/** Text and reasoning of the Parts, in order. */
function saidIn(parts: Part[]): string {
  return parts.map((part) => (/delta$/.test(part.type) && "text" in part ? part.text : "")).join("");
}

describe.each(dialectIds)("%s", (id) => {
  const dialect = dialects[id];

  it.each(pairedFixtures(id))("$name: the stream folds to the reply", ({ events, json }) => {
    const wire = requestOf(id);
    const folded = dialect.writeReply(fold(readParts(id, events)), identity, wire);
    expect(folded).toEqual(dialect.writeReply(dialect.readReply(json), identity, wire));
  });

  it.each(errorFixtures(id))("$name: the error keeps its message", ({ json }) => {
    const { error } = json as { error: { message: string; code?: unknown; param?: unknown } };
    const read = dialect.readError(json);
    expect(read?.message).toBe(error.message);
    if (typeof error.code === "string") expect(read?.code).toBe(error.code);
    if (typeof error.param === "string") expect(read?.param).toBe(error.param);
    expect(() => dialect.readReply(json)).toThrow();
  });

  describe.each(failedStreamFixtures(id))("$name", ({ events }) => {
    const parts = readParts(id, events);
    const last = events.at(-1) as { error?: object; response?: { error: object } };
    const { message, code } = { ...last, ...last.response?.error, ...last.error } as {
      message: string;
      code?: unknown;
    };

    it("ends in the upstream's own error", () => {
      expect(parts.at(-1)).toMatchObject({ type: "error", message, ...(typeof code === "string" ? { code } : {}) });
      expect(parts.filter(({ type }) => type === "error" || type === "finish")).toHaveLength(1);
      expect(saidIn(parts)).not.toBe("");
    });

    it("is a failure for the clients of every dialect", () => expectFailureEverywhere(parts, message));

    it("gets no second error when relayed", () => {
      expect(dialect.readStreamTail(framesOf(events)).complete).toBe(true);
    });
  });

  describe.each(cutStreamFixtures(id))("$name", ({ events }) => {
    const parts = readParts(id, events);

    it("is reported as truncated", () => {
      expect(parts.at(-1)).toMatchObject(TRUNCATED);
      expect(parts.filter(({ type }) => type === "error")).toHaveLength(1);
      expect(saidIn(parts)).not.toBe("");
    });

    it("is a failure for the clients of every dialect", () => expectFailureEverywhere(parts, TRUNCATION));

    it("is detected as truncated when relayed", () => {
      expect(dialect.readStreamTail(framesOf(events)).complete).toBe(false);
    });
  });

  it.each(streamFixtures(id))("$name: its last events show that it is complete", ({ events }) => {
    expect(dialect.readStreamTail(framesOf(events.slice(-4))).complete).toBe(true);
  });

  it.each(streamFixtures(id))("$name: without its finish it is truncated", ({ events }) => {
    const finish = events.findIndex(isFinish);
    expect(finish).toBeGreaterThanOrEqual(0);
    for (const length of new Set([0, Math.min(1, finish), Math.floor(finish / 2), finish])) {
      const parts = readParts(id, events.slice(0, length));
      expect(parts.at(-1), `after ${length} of ${events.length} events`).toMatchObject(TRUNCATED);
      expect(parts.some(({ type }) => type === "finish")).toBe(false);
    }
  });
});
