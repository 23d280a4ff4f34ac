/** Sums on their way between threads: tens of thousands of objects would take ten times as long. */
import { groupAt } from "./place-rows.ts";
import type { UsageSplit, UsageSums, UsedModel } from "./usage.ts";

export const COUNTINGS = ["counted", "long", "uncounted", "made", "started"] as const satisfies UsageSums["counting"][];

/** Numbers of a sum's key: bucket, place, model, counting. */
export const KEY_WIDTH = 4;

export type PackedSums = {
  starts: (number | null)[];
  models: (UsedModel | null)[];
  /** Four for each sum: indexes of its start, place, model, and counting. */
  keys: Int32Array;
  /** Requests, errors and successful ones of each sum, and its sums of `NUMBER_COLUMNS`. */
  values: Float64Array;
};

export function unpackSums({ starts, models, keys, values }: PackedSums, group: UsageSplit["group"]): UsageSums[] {
  const width = values.length / (keys.length / KEY_WIDTH);
  const groups = new Map<number, ReturnType<typeof groupAt>>();
  const findGroup = (place: number) => {
    const known = groups.get(place) ?? groupAt(place, group);
    groups.set(place, known);
    return known;
  };
  const sums: UsageSums[] = [];
  for (let key = 0, at = 0; key < keys.length; key += KEY_WIDTH, at += width) {
    const { group: name, isOther } = findGroup(keys[key + 1] as number);
    const priced = models[keys[key + 2] as number];
    sums.push({
      start: starts[keys[key] as number] ?? null,
      group: name,
      isOther,
      upstream: priced?.upstream ?? null,
      model: priced?.model ?? null,
      counting: COUNTINGS[keys[key + 3] as number] ?? "uncounted",
      requests: values[at] as number,
      errors: values[at + 1] as number,
      charged: values[at + 2] as number,
      // In the order of NUMBER_COLUMNS.
      inputTokens: values[at + 3] as number,
      outputTokens: values[at + 4] as number,
      cachedTokens: values[at + 5] as number,
      cacheWriteTokens: values[at + 6] as number,
      reasoningTokens: values[at + 7] as number,
      videoSeconds: values[at + 8] as number,
      images: values[at + 9] as number,
      characters: values[at + 10] as number,
    });
  }
  return sums;
}
