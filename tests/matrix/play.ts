/** Plays one request and response through the codecs: the dialects' own writers act as the client and the upstream. */
import { createParser } from "eventsource-parser";
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { WireEvent, WireRequest } from "#lib/dialects/dialect.ts";
import * as streams from "../support/dialect-streams.ts";
import type { Case } from "./cases.ts";
import { type DialectId, dialect, identity, modelOf } from "./dialects.ts";
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
  const clientWire = writeWire(client, call, mode);
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
}): Pick<Asked, "read" | "received" | "dropped" | "upstreamWire"> & { body: string } {
  const read = { ...dialect(client).readRequest(wire), model: modelOf(upstream) };
  const written = { ...read, dropped: [...read.dropped] };
  const upstreamWire = writeWire(upstream, written, mode);
  const received = dialect(upstream).readRequest(upstreamWire);
  return { read, received, dropped: written.dropped, upstreamWire, body: JSON.stringify(upstreamWire) };
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
  asked: Pick<Asked, "clientWire" | "upstreamWire">;
}): Answered {
  const reply = test.answer(upstream);
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
