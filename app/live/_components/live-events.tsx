import { countOf } from "#lib/playground/streams/count-of.ts";
import { type EventLog, getRawEvent } from "#lib/playground/streams/event-log.ts";

/** Events that are in the document, and characters of one. */
const SHOWN = { events: 500, characters: 4_000 };

/** The newest events of a response as they were received. */
export function LiveEvents({ events, count }: { events: EventLog | undefined; count: number }) {
  if (!events || count === 0) return <p className="text-muted-foreground">No events yet.</p>;
  const newest = events.events().slice(-SHOWN.events);
  const first = count - newest.length + 1;
  return (
    <section aria-label="Events" className="flex min-w-0 flex-col gap-2">
      <p className="text-[13px] text-muted-foreground">
        {first > 1 ? `The newest ${newest.length} of ${countOf(count, "event")}.` : `${countOf(count, "event")}.`}
      </p>
      <ol className="flex flex-col gap-1 font-mono text-xs" start={first}>
        {newest.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its number names an event.
          <li key={first + index} className="flex gap-3 border-b py-1 [content-visibility:auto]">
            <span className="w-10 shrink-0 text-right text-muted-foreground tabular-nums">{first + index}</span>
            <pre className="min-w-0 flex-1 whitespace-pre-wrap break-all">{shorten(getRawEvent(event).trimEnd())}</pre>
          </li>
        ))}
      </ol>
    </section>
  );
}

function shorten(text: string): string {
  if (text.length <= SHOWN.characters) return text;
  return `${text.slice(0, SHOWN.characters)}… (${countOf(text.length, "character")})`;
}
