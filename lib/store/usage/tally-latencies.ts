import { DURATION_CLASSES, NO_DURATION, shortestOf } from "./duration-class.ts";
import { findBuckets, groupAt, OTHERS } from "./place-rows.ts";
import { FLAG } from "./row-block.ts";
import type { Tally } from "./tally.ts";
import type { LatencyKind, UsageLatency, UsageSplit } from "./usage.ts";

export function createLatencyTally({ of, group, bucket }: UsageSplit & { of: LatencyKind }): Tally<UsageLatency[]> {
  /** Requests by class, of each start and place. */
  const counts = new Map<number | null, Map<number, Uint32Array>>();

  function countsOf(start: number | null, place: number): Uint32Array {
    const places = counts.get(start) ?? new Map<number, Uint32Array>();
    counts.set(start, places);
    const known = places.get(place) ?? new Uint32Array(DURATION_CLASSES);
    places.set(place, known);
    return known;
  }

  return {
    add(block, selection) {
      const { rows, places, width } = selection.place(group);
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
    finish: () =>
      [...counts].flatMap(([start, places]) =>
        [...places].map(([place, own]) => ({ ...groupAt(place, group), start, ...findPercentiles(own) })),
      ),
  };
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
