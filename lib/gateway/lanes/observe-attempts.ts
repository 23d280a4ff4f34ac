/** Spans of the attempts at an upstream, where the request has one. */
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { createEventReader } from "#lib/http/event-reader.ts";
import { type AttemptObserver, observeParts } from "#lib/upstreams/attempt-observer.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { LARGEST_EVENT } from "../limits.ts";
import type { LogEntry } from "../request/log-entry.ts";
import type { AttemptFacts } from "../request/tracing.ts";

/** Call of a model, or another request to an upstream, which has no prompt to export. */
export type ObservedContext = {
  log: LogEntry;
  dialect?: Pick<Dialect, "id">;
  wire?: object;
  abridged?: unknown;
};

type Place = Pick<AttemptFacts, "dialect" | "isBuiltIn"> & { upstream: Pick<Upstream, "id"> & { origin?: string } };

/** Returns undefined for a request that is not traced. */
export function observeAttempts(
  { log, dialect: client, wire, abridged }: ObservedContext,
  { upstream, dialect, isBuiltIn }: Place,
): AttemptObserver | undefined {
  if (!log.span) return undefined;
  const { stream } = log;
  const facts: AttemptFacts = {
    dialect,
    isBuiltIn,
    upstream: upstream.id,
    origin: upstream.origin,
    model: log.target?.slice(upstream.id.length + 1) ?? "",
    stream,
  };
  if (!log.span.isSampled) return log.span.observe(facts);
  const reader = client && findDialect(client.id);
  const writer = findDialect(dialect);
  return log.span.observe({
    ...facts,
    wire,
    // Long strings are cut from an abridged body, so it cannot be read.
    readCall: reader && wire && !abridged ? () => reader.readRequest(wire as never) : undefined,
    readReply: writer && ((bytes) => (stream ? readStream(writer, bytes) : writer.readReply(JSON.parse(`${bytes}`)))),
  });
}

/** Returns the same Parts; an attempt that is traced follows them. */
export function observeBuiltIn(context: ObservedContext, parts: AsyncIterable<Part>): AsyncIterable<Part> {
  const { log, dialect } = context;
  const place = { upstream: { id: log.upstream ?? "" }, dialect: dialect?.id ?? "", isBuiltIn: true };
  const attempt = observeAttempts(context, place)?.begin();
  return attempt ? observeParts(parts, attempt) : parts;
}

function findDialect(id: string): Dialect | undefined {
  return dialects[id as keyof typeof dialects];
}

function readStream(dialect: Dialect, bytes: Buffer): Reply {
  const collector = createCollector();
  const reader = dialect.createStreamReader((part) => collector.add(part));
  const events = createEventReader({
    largestEvent: LARGEST_EVENT,
    onTooLarge() {},
    onEvent: (event) => reader.read(event),
  });
  events.push(bytes);
  events.end();
  return collector.reply();
}
