/** Finds secrets in a recorded body: in its text, and spread over the events of a stream. */
import type { Edit } from "./text-edits.ts";

const MARK = "[redacted]";

/** Returns the edits that hide all matches; matches that overlap are hidden together. */
export function findSecrets(text: string, patterns: readonly RegExp[]): Edit[] {
  const found: Edit[] = [];
  for (const pattern of patterns) {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      if (match !== "") found.push({ start: index, end: index + match.length, text: MARK });
    }
  }
  return mergeEdits(found);
}

function mergeEdits(edits: Edit[]): Edit[] {
  const merged: Edit[] = [];
  for (const edit of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && edit.start < last.end) last.end = Math.max(last.end, edit.end);
    else merged.push(edit);
  }
  return merged;
}

/** A text of one event, and where it is in the text of its kind. */
type Piece = { event: number; place: readonly (string | number)[]; start: number };
type Event = { start: number; end: number; value: unknown };

/**
 * Returns the edits for secrets that a model wrote in several events: the texts of one place, joined over all events,
 * are searched, and the events with a part of a secret are written anew without it.
 */
export function findSplitSecrets(text: string, patterns: readonly RegExp[]): { edits: Edit[]; secrets: number } {
  const events = listEvents(text);
  if (events.length < 2) return { edits: [], secrets: 0 };
  const kinds = new Map<string, { text: string; pieces: Piece[] }>();
  events.forEach(({ value }, event) => {
    for (const { place, text: leaf, kind } of listTexts(value)) {
      const known = kinds.get(kind) ?? { text: "", pieces: [] };
      known.pieces.push({ event, place, start: known.text.length });
      known.text += leaf;
      kinds.set(kind, known);
    }
  });
  const changed = new Set<number>();
  let secrets = 0;
  for (const { text: joined, pieces } of kinds.values()) {
    if (pieces.length < 2) continue;
    for (const { start, end } of findSecrets(joined, patterns)) {
      const hit = pieces.filter(
        (piece, index) => piece.start < end && (pieces[index + 1]?.start ?? joined.length) > start,
      );
      secrets += 1;
      for (const piece of hit) {
        const event = events[piece.event] as Event;
        const old = readText(event.value, piece.place);
        const from = Math.max(0, start - piece.start);
        const to = Math.min(old.length, end - piece.start);
        // As long as before, so that the places of the other texts stay.
        const hidden = "*".repeat(to - from);
        event.value = writeText(event.value, piece.place, old.slice(0, from) + hidden + old.slice(to));
        changed.add(piece.event);
      }
    }
  }
  const edits = [...changed]
    .sort((a, b) => a - b)
    .map((index) => {
      const { start, end, value } = events[index] as Event;
      return { start, end, text: JSON.stringify(value) };
    });
  return { edits, secrets };
}

/** Lists the JSON values of a stream: of `data:` lines, or of one JSON array. */
function listEvents(text: string): Event[] {
  const events: Event[] = [];
  for (const match of text.matchAll(/^(?:data: ?|\[|,)?(\{.*\})\r?$/gm)) {
    const json = match[1] ?? "";
    const start = match.index + match[0].indexOf(json);
    const value = parse(json);
    if (value !== undefined) events.push({ start, end: start + json.length, value });
  }
  return events;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

type Leaf = { place: (string | number)[]; text: string; kind: string };

/** Fields that tell apart texts at the same place: of another choice, block or tool call. */
const TELLING = ["type", "index", "output_index", "content_index", "item_id", "id"];

/** Lists the texts of a value with their places. */
function listTexts(value: unknown, place: (string | number)[] = [], kind = ""): Leaf[] {
  if (typeof value === "string") return [{ place, text: value, kind: `${kind}/${place.join("/")}` }];
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Record<string, unknown>;
  const told = TELLING.map((name) =>
    Object.hasOwn(fields, name) && isPlain(fields[name]) ? `${name}=${fields[name]}` : "",
  ).join(",");
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(fields);
  return entries
    .filter(([name]) => !TELLING.includes(String(name)))
    .flatMap(([name, child]) => listTexts(child, [...place, name], `${kind};${told}`));
}

/** An id of each event, such as a chunk's, is the same for all of a response; a type or an index is short. */
function isPlain(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length < 80);
}

function readText(value: unknown, place: readonly (string | number)[]): string {
  return place.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value) as string;
}

function writeText(value: unknown, [name, ...rest]: readonly (string | number)[], text: string): unknown {
  if (name === undefined) return text;
  const copy: unknown = Array.isArray(value) ? [...value] : { ...(value as object) };
  const fields = copy as Record<string | number, unknown>;
  fields[name] = writeText(fields[name], rest, text);
  return copy;
}
