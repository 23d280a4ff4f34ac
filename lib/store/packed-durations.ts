/** Counted durations in typed arrays: months of them have a million classes, which as objects would fill the memory. */
import type { DurationClass, UsageDurations } from "./usage.ts";

export type PackedDurations = Pick<UsageDurations, "group" | "isOther" | "start"> & {
  classes: Uint16Array;
  ms: Float64Array;
  requests: Uint32Array;
};

/** Durations of an hour and more are one class. */
const CLASSES = 8_192;

export function packDurations(rows: readonly DurationClass[]): PackedDurations[] {
  return [...Map.groupBy(rows, describe).values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    const { group, isOther, start } = first;
    return [
      {
        ...{ group, isOther, start },
        classes: Uint16Array.from(members, ({ number }) => Math.min(number, CLASSES - 1)),
        ms: Float64Array.from(members, ({ ms }) => ms),
        requests: Uint32Array.from(members, ({ requests }) => requests),
      },
    ];
  });
}

/** Adds up the classes of all parts; shortest duration first. */
export function joinDurations(parts: readonly PackedDurations[]): UsageDurations[] {
  return [...Map.groupBy(parts, describe).values()].flatMap(addUp).sort((one, other) => one.ms - other.ms);
}

function addUp(members: readonly PackedDurations[]): UsageDurations[] {
  const [first] = members;
  if (!first) return [];
  const { group, isOther, start } = first;
  const shortest = new Float64Array(CLASSES).fill(Number.POSITIVE_INFINITY);
  const counts = new Float64Array(CLASSES);
  for (const { classes, ms, requests } of members) {
    for (let index = 0; index < classes.length; index++) {
      const number = classes[index] as number;
      counts[number] = (counts[number] as number) + (requests[index] as number);
      shortest[number] = Math.min(shortest[number] as number, ms[index] as number);
    }
  }
  const rows: UsageDurations[] = [];
  counts.forEach((count, number) => {
    if (count > 0) rows.push({ group, isOther, start, ms: shortest[number] as number, requests: count });
  });
  return rows;
}

function describe({ group, isOther, start }: Pick<UsageDurations, "group" | "isOther" | "start">): string {
  return `${start} ${isOther} ${group === null ? "" : `=${group}`}`;
}
