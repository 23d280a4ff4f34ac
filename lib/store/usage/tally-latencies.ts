import { DURATION_CLASSES, NO_DURATION, shortestOf } from "./duration-class.ts";
import { countPlaces, findBuckets, groupAt, OTHERS } from "./place-rows.ts";
import { FLAG } from "./row-block.ts";
import type { Tally } from "./tally.ts";
import type { LatencyKind, UsageLatency, UsageSplit } from "./usage.ts";

/** Requests of one start and place, by the classes of their durations that occur. */
type PartCounts = { start: number | null; place: number; classes: Uint16Array; counts: Uint32Array };

export function createLatencyTally({
  of,
  group,
  bucket,
}: UsageSplit & { of: LatencyKind }): Tally<UsageLatency[], PartCounts[]> {
  /** Requests by class, of each start and place. */
  const counts = new Map<number | null, Map<number, Uint32Array>>();
  const width = countPlaces(group);

  function countsOf(start: number | null, place: number): Uint32Array {
    const places = counts.get(start) ?? new Map<number, Uint32Array>();
    counts.set(start, places);
    const known = places.get(place) ?? unused.pop() ?? new Uint32Array(DURATION_CLASSES);
    places.set(place, known);
    return known;
  }

  const list = () =>
    [...counts].flatMap(([start, places]) => [...places].map(([place, own]) => ({ start, place, own })));

  return {
    add(block, selection) {
      const { rows, places } = selection.place(group);
      const { starts, ofMinute } = findBuckets(block, bucket);
      const cells: (Uint32Array | undefined)[] = Array.from({ length: starts.length * width });
      const { flags, minutes, durations } = block;
      const classes = durations[of];
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        const number = classes[row] as number;
        if (number === NO_DURATION || ((flags[row] as number) & (FLAG.failed | FLAG.taskStart)) !== 0) continue;
        const place = places[at] as number;
        const bucketIndex = ofMinute[minutes[row] as number] as number;
        const cell = bucketIndex * width + place - OTHERS;
        let own = cells[cell];
        if (own === undefined) {
          own = countsOf(starts[bucketIndex] ?? null, place);
          cells[cell] = own;
        }
        own[number] = (own[number] as number) + 1;
      }
    },
    toPart() {
      const content = list().map(({ start, place, own }) => ({ start, place, ...takeClasses(own) }));
      counts.clear();
      return { content, bytes: content.reduce((sum, { counts: own }) => sum + own.length * 6, 0) };
    },
    addPart(parts) {
      for (const { start, place, classes, counts: added } of parts) {
        const own = countsOf(start, place);
        for (let at = 0; at < classes.length; at++) {
          const number = classes[at] as number;
          own[number] = (own[number] as number) + (added[at] as number);
        }
      }
    },
    finish: () => list().map(({ start, place, own }) => ({ ...groupAt(place, group), start, ...findPercentiles(own) })),
    finishWhole() {
      const all = list();
      if (all.length === 0) return [];
      const sum = new Uint32Array(DURATION_CLASSES);
      for (const { own } of all) {
        for (let number = 0; number < sum.length; number++)
          sum[number] = (sum[number] as number) + (own[number] as number);
      }
      return [{ ...groupAt(0, undefined), start: null, ...findPercentiles(sum) }];
    },
  };
}

/** Counts of zero, of parts that were taken: making and removing thousands of arrays of 32 kB takes longer than a count. */
const unused: Uint32Array[] = [];
const MOST_UNUSED = 64;
const found = new Uint16Array(DURATION_CLASSES);

/** Returns the classes that occur, and empties the counts for the next use. */
function takeClasses(counts: Uint32Array): Pick<PartCounts, "classes" | "counts"> {
  let size = 0;
  for (let number = 0; number < counts.length; number++) {
    if (counts[number] !== 0) found[size++] = number;
  }
  const classes = found.slice(0, size);
  const own = new Uint32Array(size);
  for (let at = 0; at < size; at++) {
    const number = classes[at] as number;
    own[at] = counts[number] as number;
    counts[number] = 0;
  }
  if (unused.length < MOST_UNUSED) unused.push(counts);
  return { classes, counts: own };
}

/** Returns percentiles 50 and 95 in milliseconds, each the shortest duration of its class. */
function findPercentiles(counts: Uint32Array): Pick<UsageLatency, "p50" | "p95"> {
  const members = counts.reduce((sum, count) => sum + count, 0);
  const find = (share: number) => {
    let rank = 0;
    // The first rank at or after the wanted share.
    return shortestOf(
      counts.findIndex((count) => {
        rank += count;
        return rank * 100 >= share * members;
      }),
    );
  };
  return { p50: find(50), p95: find(95) };
}
