import { readTags } from "../tag-column.ts";
import type { NameColumn, RowBlock } from "./row-block.ts";
import type { UsageQuery } from "./usage.ts";

const FILTERS = [
  ...(["keyId", "model", "upstream", "dialect", "group", "route"] as const),
] satisfies readonly NameColumn[];

/**
 * Returns the numbers of the rows that match the filters of a query, whatever its period.
 * @param all numbers of as many rows as the block has, at least
 */
export function selectRows(block: RowBlock, query: UsageQuery, all: Uint32Array): Uint32Array {
  const matches = FILTERS.flatMap((column) => {
    const wanted = query[column];
    return wanted === undefined ? [] : [matchNames(block, column, (name) => name === wanted)];
  });
  const { tag, keyIds } = query;
  if (keyIds) matches.push(matchNames(block, "keyId", (name) => name !== null && keyIds.includes(name)));
  if (tag !== undefined) matches.push(matchNames(block, "tags", (tags) => readTags(tags).includes(tag)));
  if (matches.length === 0) return all.subarray(0, block.count);
  if (matches.some(({ isMatch }) => !isMatch.includes(1))) return new Uint32Array(0);
  const rows = new Uint32Array(block.count);
  let count = 0;
  for (let row = 0; row < block.count; row++) {
    if (matches.every(({ isMatch, indexes }) => isMatch[indexes[row] as number] === 1)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

function matchNames({ names }: RowBlock, column: NameColumn, matches: (name: string | null) => boolean) {
  const { names: all, indexes } = names[column];
  return { isMatch: Uint8Array.from(all, (name) => (matches(name) ? 1 : 0)), indexes };
}
