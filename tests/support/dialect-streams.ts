/** Streams through one dialect: events read as Parts, Parts written as events, and Parts folded to a reply. */
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { Dialect, ReplyIdentity, WireEvent, WireRequest } from "#lib/dialects/dialect.ts";

type Reading = Pick<Dialect, "createStreamReader">;
type Writing<Wire extends WireRequest> = Pick<Dialect<Wire>, "createStreamWriter">;

/** Returns the Parts of a stream that closes after these events. */
export function readEvents(dialect: Reading, events: WireEvent[]): Part[] {
  const parts: Part[] = [];
  const reader = dialect.createStreamReader((part) => parts.push(part));
  for (const event of events) reader.read(event);
  reader.end();
  return parts;
}

/** Does the same as `readEvents`. @param events the data of each event: text as it is, all else as JSON */
export function readStream(dialect: Reading, events: unknown[]): Part[] {
  return readEvents(
    dialect,
    events.map((event) => ({ data: typeof event === "string" ? event : JSON.stringify(event) })),
  );
}

export function writeStream<Wire extends WireRequest>(
  dialect: Writing<Wire>,
  parts: Part[],
  { identity, wire }: { identity: ReplyIdentity; wire: Wire },
): string {
  const writer = dialect.createStreamWriter(identity, wire);
  return parts.map((part) => writer.write(part)).join("") + writer.end();
}

export function fold(parts: Part[]): Reply {
  const collector = createCollector();
  for (const part of parts) collector.add(part);
  return collector.reply();
}
