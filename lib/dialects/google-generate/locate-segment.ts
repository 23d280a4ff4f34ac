/** Finds the place of a grounded segment among the texts of a response. */
import type { Source } from "#lib/canonical/reply.ts";
import { createTextPlaces, findLastAtOrBefore } from "../text-places.ts";

type Fields = Record<string, unknown>;

/** A text of the response. */
export type GroundedText = {
  text: string;
  /** Index of its part in the content; absent in a stream, where parts are pieces. */
  part?: number;
};

type Place = Pick<Source, "startIndex" | "endIndex" | "text">;

/**
 * Bound of the search for the text of all segments of a reply: one for each text examined, and one more for each
 * kilobyte compared. Real replies have a few texts and some dozens of segments.
 */
const MOST_LOOKS = 200_000;

/**
 * Finds the text of a segment. The part of an index is not always correct (thoughts, streams), so a place matches when
 * its text equals the segment's; for a segment without text, the first possible place.
 */
export function createLocator(texts: GroundedText[]): (segment: Fields) => Place | undefined {
  const whole = texts.map(({ text }) => text).join("");
  const starts = listStarts(texts);
  const places = createTextPlaces(whole);
  const bytes = Buffer.from(whole);
  const byteStarts = starts.map(places.toByte);
  const byPart = new Map<unknown, number>();
  texts.forEach(({ part }, index) => {
    if (!byPart.has(part)) byPart.set(part, index);
  });
  const nonEmpty = texts.flatMap(({ text }, index) => (text === "" ? [] : index));
  const nonEmptyStarts = nonEmpty.map((index) => starts[index] as number);
  let looks = 0;

  /** True when the bytes at `start` equal these words. */
  function has(words: Buffer, start: number): boolean {
    looks += 1 + words.length / 1_024;
    return bytes.compare(words, 0, words.length, start, start + words.length) === 0;
  }

  function* basesFrom(named: number | undefined): Generator<number, void, void> {
    if (named !== undefined) yield named;
    yield 0;
    yield* byteStarts;
  }

  function findBase(from: number, to: number, { named, words }: { named: number | undefined; words: unknown }) {
    const wanted = typeof words === "string" ? Buffer.from(words) : undefined;
    if (wanted && wanted.length !== to - from) return undefined;
    for (const base of basesFrom(named)) {
      if (looks > MOST_LOOKS) return undefined;
      if (base + to > bytes.length) {
        looks++;
        continue;
      }
      if (!wanted || has(wanted, base + from)) return base;
    }
    return undefined;
  }

  return ({ partIndex = 0, startIndex = 0, endIndex, text: words }) => {
    if (!isPlace(startIndex) || !isPlace(endIndex) || endIndex <= startIndex) return undefined;
    const named = byteStarts[byPart.get(partIndex) ?? -1];
    const found = findBase(startIndex, endIndex, { named, words });
    if (found === undefined) return undefined;
    const start = places.toUnit(found + startIndex);
    const end = places.toUnit(found + endIndex);
    const at = nonEmpty[findLastAtOrBefore(nonEmptyStarts, start)] ?? 0;
    const begin = starts[at] ?? 0;
    const last = Math.min(end - begin, texts[at]?.text.length ?? 0);
    return { startIndex: start - begin, endIndex: last, ...(at > 0 ? { text: at } : {}) };
  };
}

function isPlace(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** Returns the offset of each text in all texts together. */
export function listStarts(texts: GroundedText[]): number[] {
  let length = 0;
  return texts.map(({ text }) => {
    const start = length;
    length += text.length;
    return start;
  });
}
