/** The gap chart of a response as a line of few columns: drawn while it streams, and saved with the response. */
import { isContent } from "../inspector/event-facts.ts";
import { findPathDialect, readEventFacts, type TraceDialect } from "../inspector/event-kind.ts";
import { columnAt, scaleHeight } from "../inspector/gap-columns.ts";
import type { TraceEvent } from "../streams/event-log.ts";
import { readRequestLine, type Trace } from "./trace.ts";

/** Kinds with a colour of their own. Images count as text. */
export const PULSE_KINDS = ["other", "text", "reasoning", "tool"] as const;
export type PulseKind = (typeof PULSE_KINDS)[number];

export type PulseColumn = {
  kind: PulseKind;
  /** From 1 to 15; 0 where no event ended. */
  height: number;
};

export type Pulse = {
  /** Milliseconds over the whole width. */
  span: number;
  columns: readonly PulseColumn[];
};

const COLUMNS = 128;
const HEIGHTS = 15;
const NO_EVENT: PulseColumn = { kind: "other", height: 0 };

/** Kinds of events that were drawn before. Only the event that a column shows is read. */
const kinds = new WeakMap<TraceEvent, PulseKind>();

/**
 * Returns the columns of a trace: of each the longest gap that ended in it.
 * @param mostReads events that are parsed in this call; further ones count as text until a later call parses them
 */
export function readPulse(trace: Trace, span: number, mostReads = COLUMNS): Pulse {
  const { events } = trace;
  const gaps = new Float64Array(COLUMNS);
  const places = new Int32Array(COLUMNS).fill(-1);
  let longest = 0;
  let before = 0;
  for (let place = 0; place < events.length; place += 1) {
    const at = events[place]?.at ?? before;
    const gap = Math.max(0, at - before);
    before = at;
    // The wait for the first event would dwarf the others.
    if (place > 0 || trace.droppedCount > 0) longest = Math.max(longest, gap);
    const column = columnAt({ at, span, width: COLUMNS });
    if ((places[column] ?? -1) >= 0 && gap <= (gaps[column] ?? 0)) continue;
    gaps[column] = gap;
    places[column] = place;
  }
  const dialect = findPathDialect(readRequestLine(trace).path);
  let reads = 0;
  const columns = Array.from(places, (place, column): PulseColumn => {
    const event = events[place];
    if (!event) return NO_EVENT;
    const height = Math.max(1, Math.round(scaleHeight(gaps[column] ?? 0, longest) * HEIGHTS));
    if (!kinds.has(event)) reads += 1;
    return { kind: reads > mostReads ? (kinds.get(event) ?? "text") : findPulseKind(event, dialect), height };
  });
  return { span, columns };
}

/** Returns the written pulse of a whole trace; undefined when it is no stream. */
export function describePulse(trace: Trace): string | undefined {
  const { events, timings } = trace;
  if (events.length < 2) return undefined;
  return writePulse(readPulse(trace, Math.max(1, timings?.end ?? 0, events.at(-1)?.at ?? 0)));
}

function findPulseKind(event: TraceEvent, dialect: TraceDialect): PulseKind {
  const known = kinds.get(event);
  if (known) return known;
  const { kind } = readEventFacts(dialect, event);
  const read = PULSE_KINDS.find((name) => name === kind) ?? (isContent(kind) ? "text" : "other");
  kinds.set(event, read);
  return read;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Writes a pulse as its milliseconds and one character per column: "3210:AAbQ…". */
function writePulse({ span, columns }: Pulse): string {
  const text = columns.map(({ kind, height }) => DIGITS[PULSE_KINDS.indexOf(kind) * (HEIGHTS + 1) + height]);
  return `${Math.round(span)}:${text.join("")}`;
}

/** Reads a written pulse; undefined when the text is none. */
export function parsePulse(text: string): Pulse | undefined {
  const [, span, digits = ""] = /^(\d{1,9}):([\w-]{1,512})$/.exec(text) ?? [];
  if (!Number(span)) return undefined;
  const columns = Array.from(digits, (digit): PulseColumn => {
    const value = DIGITS.indexOf(digit);
    return { kind: PULSE_KINDS[value >> 4] ?? "other", height: value & HEIGHTS };
  });
  return { span: Number(span), columns };
}
