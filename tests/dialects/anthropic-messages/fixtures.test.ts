/**
 * Law 2, write(read(x)) = x, and law 3, folding a stream gives the reply, over fixtures and what the real provider
 * sent.
 */
import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import type { Choice } from "#lib/canonical/reply.ts";
import type { MessagesRequest, ReplyBlock, WireReply, WireStreamEvent } from "#lib/contract/anthropic-messages/wire.ts";
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";
import { fold, readEvents, writeStream } from "#tests/support/dialect-streams.ts";
import { replyFixtures, streamFixtures } from "#tests/support/fixtures.ts";
import { eventsOf, foldEvents } from "./wire-events.ts";

const wire = { model: "m", max_tokens: 10, messages: [{ role: "user", content: "hi" }] } as MessagesRequest;

/**
 * The short list of what may differ: a field that is null is the same as one that is absent; pings are the gateway's
 * own, and so are deltas of no text; in a stream, the input of a server's tool comes in one delta, and a call without
 * arguments has one delta of `{}`.
 */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(entries.map(([key, field]) => [key, normal(field)]));
}

function identityOf({ id = "", model = "" }: WireReply) {
  return { id, created: 0, model };
}

function readParts(events: WireStreamEvent[]): Part[] {
  return readEvents(
    anthropicMessages,
    events.map((event) => ({ event: event.type, data: JSON.stringify(event) })),
  );
}

function write(parts: Part[], start: WireReply): WireStreamEvent[] {
  return eventsOf(writeStream(anthropicMessages, parts, { identity: identityOf(start), wire }));
}

/** Some recordings are several turns of a conversation behind each other. */
const streams = streamFixtures("anthropic-messages").flatMap(({ name, events }) => {
  const turns: WireStreamEvent[][] = [];
  for (const event of events as WireStreamEvent[]) {
    if (event.type === "message_start") turns.push([]);
    turns.at(-1)?.push(event);
  }
  return turns.map((turn, index) => ({
    name: turns.length > 1 ? `${name} (turn ${index + 1})` : name,
    turn,
    start: turn[0]?.message ?? {},
  }));
});
const replies = replyFixtures("anthropic-messages");

describe("replies", () => {
  it.each(replies)("$name is the same when read and written again", ({ json }) => {
    const reply = json as WireReply;
    const written = anthropicMessages.writeReply(anthropicMessages.readReply(reply), identityOf(reply), wire);
    expect(normal(written)).toEqual(normal(reply));
  });
});

describe("streams", () => {
  it.each(streams)("$name: the fold is the reply", ({ turn, start }) => {
    const reply = fold(readParts(turn));
    const folded = foldEvents(inTurn(turn));
    expect(normal(anthropicMessages.writeReply(reply, identityOf(start), wire))).toEqual(normal(folded));
    // Read as one reply, the same response is the same content in the vocabulary too.
    const read = anthropicMessages.readReply(folded);
    expect(parsedInput(reply.choices)).toEqual(parsedInput(read.choices));
    expect(reply.usage).toEqual(read.usage);
  });

  it.each(streams)("$name is the same when read and written again", ({ turn, start }) => {
    expect(normal(merged(write(readParts(turn), start)))).toEqual(normal(merged(inTurn(turn))));
  });
});

/** A stream has the model's own white space in a tool call's input, a reply has an object. */
function parsedInput(choices: Choice[]): unknown {
  return choices.map(({ content, ...choice }) => ({
    ...choice,
    content: content.map((part) => (part.type === "tool-call" ? { ...part, input: JSON.parse(part.input) } : part)),
  }));
}

/** Events as the API orders them: one block after the other. A server that interleaves its blocks is read too. */
function inTurn(events: WireStreamEvent[]): WireStreamEvent[] {
  const ofBlocks = events.filter(({ index }) => index !== undefined).sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const others = events.filter(({ index }) => index === undefined);
  const isStart = ({ type }: WireStreamEvent) => type === "message_start";
  return [...others.filter(isStart), ...ofBlocks, ...others.filter((event) => !isStart(event))];
}

/** Events without pings, and tool input as one whole. */
function merged(events: WireStreamEvent[]): unknown[] {
  const blocks = new Map<number, ReplyBlock>();
  const out: unknown[] = [];
  for (const event of events) {
    const { type, index = -1, content_block: block, delta } = event;
    if (type === "ping" || delta?.thinking === "" || delta?.type === "input_json_delta") continue;
    if (type === "content_block_start" && block?.input) {
      const inputs = events.filter((other) => other.index === index && other.delta?.type === "input_json_delta");
      const json = inputs.map((other) => other.delta?.partial_json).join("");
      blocks.set(index, { ...block, ...(json ? { input: JSON.parse(json) } : {}) });
      out.push({ ...event, content_block: blocks.get(index) });
    } else out.push(event);
  }
  return out;
}
