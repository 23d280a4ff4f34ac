/** Sums on their way between threads: tens of thousands of objects would take ten times as long. */
import { groupAt } from "./place-rows.ts";
import type { UsageSplit, UsageSums, UsedModel } from "./usage.ts";

export const COUNTINGS = ["counted", "long", "uncounted", "made", "started"] as const satisfies UsageSums["counting"][];

export type PackedSums = {
  starts: (number | null)[];
  models: (UsedModel | null)[];
  /** Four for each sum: indexes of its start, place, model, and counting. */
  keys: Int32Array;
  /** Requests, errors and successful ones of each sum, and its sums of `NUMBER_COLUMNS`. */
  values: Float64Array;
};

export function unpackSums({ starts, models, keys, values }: PackedSums, group: UsageSplit["group"]): UsageSums[] {
  const width = values.length / (keys.length / 4);
  const groups = new Map<number, ReturnType<typeof groupAt>>();
  const findGroup = (place: number) => {
    const known = groups.get(place) ?? groupAt(place, group);
    groups.set(place, known);
    return known;
  };
  return Array.from({ length: keys.length / 4 }, (_, index) => {
    const key = index * 4;
    const value = (offset: number) => values[index * width + offset] ?? 0;
    const { group: name, isOther } = findGroup(keys[key + 1] ?? 0);
    const priced = models[keys[key + 2] ?? 0];
    return {
      start: starts[keys[key] ?? 0] ?? null,
      group: name,
      isOther,
      upstream: priced?.upstream ?? null,
      model: priced?.model ?? null,
      counting: COUNTINGS[keys[key + 3] ?? 0] ?? "uncounted",
      requests: value(0),
      errors: value(1),
      charged: value(2),
      // In the order of NUMBER_COLUMNS.
      inputTokens: value(3),
      outputTokens: value(4),
      cachedTokens: value(5),
      cacheWriteTokens: value(6),
      reasoningTokens: value(7),
      videoSeconds: value(8),
      images: value(9),
      characters: value(10),
    };
  });
}
