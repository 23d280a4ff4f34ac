/** Grouping of sums over the request log, in SQL that both SQLite and Postgres support. */
import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { UsageSplit } from "./usage.ts";

/** A request has one of each of these, and any number of labels. */
type SingleGrouping = Exclude<UsageGrouping, "tag">;

const GROUPS: Record<SingleGrouping, RawBuilder<string | null>> = {
  model: sql`model`,
  upstream: sql`upstream`,
  key: sql`key_id`,
  dialect: sql`dialect`,
  group: sql`group_name`,
  // Only requests of a route have attempts.
  route: sql`case when attempts is not null then model end`,
};

/** Returns the group of a row. */
export function groupOf(by: SingleGrouping): RawBuilder<string | null> {
  return GROUPS[by];
}

const OTHERS = -1;

/** Returns the index of a row's group among the requested ones: numbers are sorted faster than names. */
export function placeOf(group: UsageSplit["group"]): RawBuilder<number> {
  if (!group || group.names.length === 0) return sql<number>`0`;
  if (group.by === "tag") return sql<number>`place`;
  const name = groupOf(group.by);
  const places = new Map(group.names.map((known, place) => [known, place]));
  for (const [other, groupName] of group.otherNames ?? []) places.set(other, places.get(groupName) ?? OTHERS);
  const cases = [...places].map(([known, place]) =>
    known === null
      ? sql`when ${name} is null then ${sql.lit(place)}`
      : sql`when ${name} = ${known} then ${sql.lit(place)}`,
  );
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(OTHERS)} end`;
}

/** Returns the group at such an index. */
export function groupAt(place: number, group: UsageSplit["group"]): { group: string | null; isOther: boolean } {
  return { group: group?.names[place] ?? null, isOther: place === OTHERS };
}

/** Matches rows with a label, by `replace`: in a pattern of `like`, the underscore of a label is any character. */
export function hasTag(mark: RawBuilder<string | null>): RawBuilder<SqlBool> {
  return sql<SqlBool>`replace(tags, ${mark}, '') <> tags`;
}

/** Returns a label as it stands in the column, which has each between commas. */
export function markOf(tag: string): RawBuilder<string> {
  return sql<string>`cast(${`,${tag},`} as text)`;
}

/**
 * Returns a table of the requested labels to join with the log, and its condition: a row is joined with each label that
 * it has, and with the others when it has none of them.
 */
export function joinTags(names: readonly (string | null)[]): {
  table: AliasedRawBuilder<{ place: number }, "wanted">;
  on: RawBuilder<SqlBool>;
} {
  const tags = names.flatMap((name, place) => (name === null ? [] : [{ place, mark: markOf(name) }]));
  const rows = tags.map(({ place, mark }) => sql`select ${sql.lit(place)} as place, ${mark} as mark`);
  const withoutTag = names.indexOf(null);
  if (withoutTag >= 0) rows.push(sql`select ${sql.lit(withoutTag)} as place, cast(null as text) as mark`);
  rows.push(sql`select ${sql.lit(OTHERS)} as place, '' as mark`);
  const isWanted = [sql<SqlBool>`1 = 0`, ...tags.map(({ mark }) => hasTag(mark))];
  if (withoutTag >= 0) isWanted.push(sql<SqlBool>`tags is null`);
  return {
    table: sql<{ place: number }>`(${sql.join(rows, sql` union all `)})`.as("wanted"),
    on: sql<SqlBool>`case
      when place = ${sql.lit(OTHERS)} then coalesce(not (${sql.join(isWanted, sql` or `)}), true)
      when mark is null then tags is null
      else ${hasTag(sql`mark`)} end`,
  };
}
