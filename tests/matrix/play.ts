/** Plays one request and response through the codecs: the dialects' own writers act as the client and the upstream. */
import { createParser } from "eventsource-parser";
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { WireEvent, WireRequest } from "#lib/dialects/dialect.ts";
import { createFirstToolCall } from "#lib/gateway/lanes/emulation/first-tool-call.ts";
import { type Emulation, planEmulation } from "#lib/gateway/lanes/emulation/plan-emulation.ts";
import { createStopWatcher } from "#lib/gateway/lanes/emulation/watch-stops.ts";
import * as streams from "../support/dialect-streams.ts";
import type { Case } from "./cases.ts";
import { type AnyDialectId as DialectId, dialect, identity, modelOf } from "./dialects.ts";
import { partsOf } from "./parts-of.ts";

export type Mode = "stream" | "whole";
export const modes: Mode[] = ["whole", "stream"];

export type Asked = {
  /** Content that the client's dialect cannot express. */
  unspoken: string[];
  /** The call that the gateway read. */
  read: Call;
  /** The call that the upstream read. */
  received: Call;
  /** Dropped fields that the gateway reports. */
  dropped: string[];
  clientWire: WireRequest;
  upstreamWire: WireRequest;
  /** Present where the gateway does something in the upstream's place. */
  emulation: Emulation | undefined;
};

export function completeCall({
  client,
  ask: fetchText,
  mode,
}: {
  client: DialectId;
  ask: Partial<Call>;
  mode: Mode;
}): Call {
  return {
    model: modelOf(client),
    messages: [{ role: "user", content: "Go on" }],
    ...structuredClone(fetchText),
    stream: mode === "stream",
    dropped: [],
  };
}

/** The request's way: written by the client, read and written again by the gateway, read by the upstream. */
export function playRequest({
  client,
  upstream,
  ask: fetchText,
  mode,
}: {
  client: DialectId;
  upstream: DialectId;
  ask: Partial<Call>;
  mode: Mode;
}): Asked {
  const call = completeCall({ client, ask: fetchText, mode });
  const clientWire = parseWire(client, writeAsClient(client, call), mode);
  const sent = passRequest({ client, upstream, wire: clientWire, mode });
  return { ...sent, unspoken: call.dropped, clientWire };
}

/** From the client's body on. */
export function passRequest({
  client,
  upstream,
  wire,
  mode,
}: {
  client: DialectId;
  upstream: DialectId;
  wire: WireRequest;
  mode: Mode;
}): Pick<Asked, "read" | "received" | "dropped" | "upstreamWire" | "emulation"> & { body: string } {
  const read = { ...dialect(client).readRequest(wire), model: modelOf(upstream) };
  const written = { ...read, dropped: [...read.dropped] };
  const emulation = planEmulation(written, { client: dialect(client), target: dialect(upstream) });
  const upstreamWire = writeWire(upstream, emulation?.call ?? written, emulation ? "stream" : mode);
  const received = dialect(upstream).readRequest(upstreamWire);
  return { read, received, dropped: written.dropped, upstreamWire, body: JSON.stringify(upstreamWire), emulation };
}

/**
 * The dialects' writers write for upstreams, and Google's Developer API refuses the name that clients of its Cloud API
 * give a file.
 */
function writeAsClient(client: DialectId, call: Call): Record<string, unknown> {
  const body = dialect(client).writeRequest(call);
  if (client !== "google-generate") return body;
  const names = call.messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap((part) => (part.type === "file" ? [part.filename] : [])),
  );
  const parts = (body.contents as { parts: { inlineData?: object; fileData?: object }[] }[]).flatMap(
    (one) => one.parts,
  );
  for (const { inlineData, fileData } of parts) {
    const file = inlineData ?? fileData;
    const displayName = file && names.shift();
    if (displayName) Object.assign(file, { displayName });
  }
  call.dropped = call.dropped.filter((name) => !name.endsWith(".filename"));
  return body;
}

function writeWire(id: DialectId, call: Call, mode: Mode): WireRequest {
  return parseWire(id, dialect(id).writeRequest(call), mode);
}

/** Through JSON, as over the wire. */
export function parseWire(id: DialectId, body: Record<string, unknown>, mode: Mode): WireRequest {
  return dialect(id).parseRequest(JSON.parse(JSON.stringify(body)), { model: modelOf(id), stream: mode === "stream" });
}

export type Answered = {
  /** The reply that the gateway read from the upstream. */
  read: Reply;
  /** The reply that the client read from the gateway. */
  received: Reply;
};

/** Path of the response: written by the upstream, read and written again by the gateway, read by the client. */
export function playAnswer({
  client,
  upstream,
  test,
  mode,
  asked,
}: {
  client: DialectId;
  upstream: DialectId;
  test: Case;
  mode: Mode;
  asked: Pick<Asked, "clientWire" | "upstreamWire" | "emulation">;
}): Answered {
  const reply = asSaid(test.answer(upstream), upstream);
  if (asked.emulation) {
    const parts = playEmulation(reply, upstream, { ...asked, emulation: asked.emulation });
    const read = streams.fold(parts);
    if (mode === "whole") {
      return { read, received: dialect(client).readReply(throughJson(writeReply(client, read, asked.clientWire))) };
    }
    const passed = writeStream(client, parts, asked.clientWire);
    return { read, received: streams.fold(readStream(client, eventsOf(passed))) };
  }
  if (mode === "whole") {
    const body = throughJson(dialect(upstream).writeReply(reply, identity, asked.upstreamWire));
    const read = dialect(upstream).readReply(body);
    return { read, received: dialect(client).readReply(throughJson(writeReply(client, read, asked.clientWire))) };
  }
  const sent = writeStream(upstream, partsOf(reply, { interleaved: test.interleaved === true }), asked.upstreamWire);
  const parts = readStream(upstream, eventsOf(sent));
  const passed = writeStream(client, parts, asked.clientWire);
  return { read: streams.fold(parts), received: streams.fold(readStream(client, eventsOf(passed))) };
}

/** The reply without what an upstream of this API cannot say. */
function asSaid(reply: Reply, upstream: DialectId): Reply {
  if (!dialect(upstream).lacks.stopName) return reply;
  return {
    ...reply,
    choices: reply.choices.map(({ finish, ...choice }) => {
      if (!finish) return choice;
      const { stopSequence: _, ...reason } = finish;
      return { ...choice, finish: reason };
    }),
  };
}

/** The streams of an upstream without the feature, after the gateway's part. */
function playEmulation(
  reply: Reply,
  upstream: DialectId,
  { emulation, upstreamWire }: { emulation: Emulation; upstreamWire: WireRequest },
): Part[] {
  const { calls, stop, oneToolCall } = emulation;
  const replies = calls > 1 ? reply.choices.map((choice): Reply => ({ choices: [choice] })) : [reply];
  const parts = replies.flatMap((one, index) => {
    const sent = writeStream(upstream, partsOf(withoutStop(one, stop)), upstreamWire);
    const watcher = stop.length > 0 ? createStopWatcher(stop) : undefined;
    const isFirst = oneToolCall ? createFirstToolCall() : () => true;
    const passed = readStream(upstream, eventsOf(sent)).filter(isFirst);
    const ended = passed.flatMap((part) => (watcher ? watcher.pass(part) : part));
    const own = ended.filter(({ type }) => (calls === 1 && !watcher) || type !== "usage");
    return own
      .filter(({ type }) => index === 0 || type !== "start")
      .map((part): Part => ("choice" in part ? { ...part, choice: index } : part));
  });
  const isTold = parts.some(({ type }) => type === "usage");
  return isTold || !reply.usage ? parts : [...parts, { type: "usage", usage: reply.usage }];
}

/** Without stop sequences the model writes on. */
function withoutStop(reply: Reply, stop: readonly string[]): Reply {
  if (stop.length === 0) return reply;
  return {
    ...reply,
    choices: reply.choices.map(({ content, finish: _, ...choice }) => ({
      ...choice,
      content: content.map((part) =>
        part.type === "text" ? { ...part, text: `${part.text}${stop[0]} and on` } : part,
      ),
      finish: { unified: "stop" },
    })),
  };
}

export function writeReply(id: DialectId, reply: Reply, wire: WireRequest): Record<string, unknown> {
  return dialect(id).writeReply(reply, identity, wire);
}

export function throughJson(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value));
}

export function writeStream(id: DialectId, parts: Part[], wire: WireRequest): string {
  return streams.writeStream(dialect(id), parts, { identity, wire });
}

export function eventsOf(text: string): WireEvent[] {
  const events: WireEvent[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  parser.feed(text);
  return events;
}

export function readStream(id: DialectId, events: WireEvent[]): Part[] {
  return streams.readEvents(dialect(id), events);
}
