/** Places of rows among the requested groups and buckets. */
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import { readTags } from "../tag-column.ts";
import { HOUR_MS, MINUTE_MS, type NameColumn, type RowBlock } from "./row-block.ts";
import type { UsageSplit } from "./usage.ts";

export const GROUP_COLUMNS: Record<UsageGrouping, NameColumn> = {
  ...{ model: "model", upstream: "upstream", key: "keyId", dialect: "dialect", group: "group", tag: "tags" },
  // Only requests of a route have a name in it.
  route: "route",
};

export const OTHERS = -1;

/** Rows with the index of their group; a row with several labels is there several times. */
export type PlacedRows = {
  rows: Uint32Array;
  places: Int32Array;
};

/** Returns the number of possible places, with that of all others. */
export function countPlaces(group: UsageSplit["group"]): number {
  return Math.max(1, group?.names.length ?? 0) + 1;
}

/** Rows of a block that count for all questions. */
export type Selection = {
  rows: Uint32Array;
  /** Returns the same result for the same object. */
  place(group: UsageSplit["group"]): PlacedRows;
};

export function createSelection(block: RowBlock, rows: Uint32Array): Selection {
  const known = new Map<UsageSplit["group"], PlacedRows>();
  return {
    rows,
    place(group) {
      const placed = known.get(group) ?? placeRows(block, rows, group);
      known.set(group, placed);
      return placed;
    },
  };
}

function placeRows(block: RowBlock, rows: Uint32Array, group: UsageSplit["group"]): PlacedRows {
  // Without names, all rows are in one group.
  if (!group || group.names.length === 0) return { rows, places: new Int32Array(rows.length) };
  const { names, indexes } = block.names[GROUP_COLUMNS[group.by]];
  const places = names.map((name) => findPlaces(name, group));
  if (group.by !== "tag") {
    const single = Int32Array.from(places, ([place = OTHERS]) => place);
    const placed = new Int32Array(rows.length);
    for (let at = 0; at < rows.length; at++) placed[at] = single[indexes[rows[at] as number] as number] as number;
    return { rows, places: placed };
  }
  let size = 0;
  for (const row of rows) size += (places[indexes[row] as number] as number[]).length;
  const repeated = new Uint32Array(size);
  const placed = new Int32Array(size);
  let at = 0;
  for (const row of rows) {
    for (const place of places[indexes[row] as number] as number[]) {
      repeated[at] = row;
      placed[at++] = place;
    }
  }
  return { rows: repeated, places: placed };
}

type Group = NonNullable<UsageSplit["group"]>;

function findPlaces(name: string | null, { by, names, otherNames }: Group): number[] {
  if (by === "tag") {
    const tags: readonly (string | null)[] = name === null ? [null] : readTags(name);
    const found = names.flatMap((wanted, place) => (tags.includes(wanted) ? [place] : []));
    return found.length > 0 ? found : [OTHERS];
  }
  const other = name === null ? undefined : otherNames?.get(name);
  return [names.indexOf(other ?? name)];
}

/** Returns the name of the group at such an index. */
export function groupAt(place: number, group: UsageSplit["group"]): { group: string | null; isOther: boolean } {
  return { group: group?.names[place] ?? null, isOther: place === OTHERS };
}

/** Buckets of a block: the starts, and the index of one for each minute of the hour. */
export type Buckets = { starts: (number | null)[]; ofMinute: Uint8Array };

/** Buckets begin at whole minutes. */
export function findBuckets({ start }: RowBlock, bucket: UsageSplit["bucket"]): Buckets {
  const ofMinute = new Uint8Array(HOUR_MS / MINUTE_MS);
  if (!bucket) return { starts: [null], ofMinute };
  const starts: number[] = [];
  ofMinute.forEach((_, minute) => {
    const time = start + minute * MINUTE_MS;
    const first = Math.floor((time + bucket.offset) / bucket.size) * bucket.size - bucket.offset;
    if (starts.at(-1) !== first) starts.push(first);
    ofMinute[minute] = starts.length - 1;
  });
  return { starts, ofMinute };
}
