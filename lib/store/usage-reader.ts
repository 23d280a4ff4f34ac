/** Sums over the request log, in SQL that both SQLite and Postgres support. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { readTags } from "./request-log-columns.ts";
import type { StoreTables } from "./tables.ts";
import type { LatencyKind, UsageGroupCount, UsageQuery, UsageReader, UsageSplit, UsageSums } from "./usage.ts";
import { groupAt, groupOf, hasTag, joinTags, markOf, placeOf } from "./usage-grouping.ts";

/** A video task has two rows: one for the request that started it, and this one for its end, which is not a request. */
const IS_TASK_END = sql<SqlBool>`(dialect in ('openai-videos', 'google-operations') and lane is not null and request_bytes = 0)`;
const IS_TASK_START = sql<SqlBool>`(dialect in ('openai-videos', 'google-operations') and lane is not null and request_bytes > 0)`;
/** 499 is a client that disconnected before the end of the response: not an error. */
const IS_ERROR = sql<SqlBool>`(status >= 400 and status <> 499)`;
/** No upstream has the requested model. */
const IS_UNKNOWN = sql<SqlBool>`(upstream is null and status = 404)`;
const HAS_TOKENS = sql<SqlBool>`(input_tokens is not null and output_tokens is not null)`;
const HAS_MADE = sql<SqlBool>`(images is not null or video_seconds is not null)`;
/** Failed requests can have cost something only when tokens were counted. */
const MAY_COST = sql<SqlBool>`(upstream is not null and (status < 400 or output_tokens is not null))`;

/** Sets of labels that are read for the list of labels: those with most requests. */
const MOST_TAG_SETS = 2_000;
/** Groups of one day that are told apart: those with most requests. */
const MOST_GROUPS = 2_000;

/** Model that has the price: the one that answered, which an alias or a route does not name. */
const SERVED = sql<string | null>`coalesce(target, model)`;

/**
 * @param reader see backend.ts
 * @param flush writes buffered rows, so that a request that has just ended counts; when it fails, the older rows still
 * count
 */
export function createUsageReader(reader: Kysely<StoreTables>, flush: () => Promise<void>): UsageReader {
  /** Selects requests to a model. Requests that only read existing data, such as a task, have no lane. */
  function rowsOf({ from, to, keyId, model, upstream, dialect, tag, group, route }: UsageQuery) {
    let rows = reader
      .selectFrom("requestLog")
      .where("time", ">=", from)
      .where("time", "<", to)
      .where("model", "is not", null)
      .where(({ or, eb }) => or([eb("lane", "is not", null), eb("status", ">=", 400)]));
    if (keyId !== undefined) rows = rows.where("keyId", "=", keyId);
    if (model !== undefined) rows = rows.where("model", "=", model);
    if (upstream !== undefined) rows = rows.where("upstream", "=", upstream);
    if (dialect !== undefined) rows = rows.where("dialect", "=", dialect);
    if (group !== undefined) rows = rows.where("groupName", "=", group);
    if (route !== undefined) rows = rows.where(sql<SqlBool>`${groupOf("route")} = ${route}`);
    if (tag !== undefined) rows = rows.where(hasTag(markOf(tag)));
    return rows;
  }

  /** Selects the same with the place of their group; a request with several labels has several. */
  function placedRowsOf(query: UsageQuery, group: UsageSplit["group"]) {
    const rows = rowsOf(query);
    if (group?.by !== "tag" || group.names.length === 0) return rows;
    const { table, on } = joinTags(group.names);
    // The joined table has only the place, which `placeOf` names.
    return rows.innerJoin(table, (join) => join.on(on)) as unknown as typeof rows;
  }

  /** Sums up the labels of all sets of labels. */
  async function countTags(query: UsageQuery): Promise<UsageGroupCount[]> {
    const sets = await rowsOf(query)
      .select(["tags", countOf().as("requests")])
      .groupBy("tags")
      .orderBy("requests", "desc")
      .limit(MOST_TAG_SETS)
      .execute();
    const requests = new Map<string | null, number>();
    for (const set of sets) {
      const names = set.tags === null ? [null] : readTags(set.tags);
      for (const name of names) requests.set(name, (requests.get(name) ?? 0) + Number(set.requests));
    }
    return [...requests].map(([name, count]) => ({ name, requests: count, isKnown: true }));
  }

  return {
    async models(query) {
      await flush().catch(() => {});
      const rows = await rowsOf(query)
        .where(MAY_COST)
        .select(["upstream", SERVED.as("model")])
        .distinct()
        .execute();
      return rows.map(({ upstream, model }) => ({ upstream: upstream ?? "", model: model ?? "" }));
    },

    async countGroups(query, by) {
      await flush().catch(() => {});
      if (by === "tag") return countTags(query);
      const rows = await rowsOf(query)
        .select([
          groupOf(by).as("name"),
          countOf().as("requests"),
          sql<number>`max(case when ${IS_UNKNOWN} then 0 else 1 end)`.as("known"),
        ])
        .groupBy(groupOf(by))
        .orderBy("requests", "desc")
        .orderBy("name")
        .limit(MOST_GROUPS)
        .execute();
      return rows.map(({ name, requests, known }) => ({ name, requests: Number(requests), isKnown: known === 1 }));
    },

    async sums(query, { bucket, group, limits }) {
      await flush().catch(() => {});
      const isLong = limits.map(
        ({ upstream, model, upToInputTokens }) =>
          sql`(upstream = ${upstream} and ${SERVED} = ${model} and input_tokens > ${upToInputTokens})`,
      );
      const long = isLong.length > 0 ? sql`when ${sql.join(isLong, sql` or `)} then 'long'` : sql``;
      const rows = await reader
        .selectFrom(
          placedRowsOf(query, group)
            .select(["status", "dialect", "lane", "requestBytes", "videoSeconds", "images", "characters"])
            .select(["inputTokens", "outputTokens", "cachedTokens", "cacheWriteTokens", "reasoningTokens"])
            .select([
              startOf(bucket).as("start"),
              placeOf(group).as("place"),
              sql<string | null>`case when ${MAY_COST} then upstream end`.as("pricedUpstream"),
              sql<string | null>`case when ${MAY_COST} then ${SERVED} end`.as("pricedModel"),
              sql<UsageSums["counting"]>`case when ${IS_TASK_START} then 'started'
                when not ${HAS_TOKENS} and ${HAS_MADE} then 'made'
                when not ${HAS_TOKENS} then 'uncounted' ${long} else 'counted' end`.as("counting"),
            ])
            .as("logged"),
        )
        .select(["start", "place", "pricedUpstream", "pricedModel", "counting"])
        .select([
          countOf().as("requests"),
          sql<number>`sum(case when ${IS_ERROR} then 1 else 0 end)`.as("errors"),
          sumOf("input_tokens").as("inputTokens"),
          sumOf("output_tokens").as("outputTokens"),
          sumOf("case when cached_tokens > input_tokens then input_tokens else cached_tokens end").as("cachedTokens"),
          sumOf("cache_write_tokens").as("cacheWriteTokens"),
          sumOf("reasoning_tokens").as("reasoningTokens"),
          sql<number>`coalesce(sum(video_seconds), 0)`.as("videoSeconds"),
          sumOf("images").as("images"),
          sumOf("characters").as("characters"),
          sql<number>`sum(case when ${IS_TASK_START} or status >= 400 then 0 else 1 end)`.as("charged"),
        ])
        .groupBy(["start", "place", "pricedUpstream", "pricedModel", "counting"])
        .execute();
      return rows.map(({ place, pricedUpstream, pricedModel, ...sums }) => ({
        ...sums,
        ...groupAt(place, group),
        upstream: pricedUpstream,
        model: pricedModel,
      }));
    },

    async durations(query, { kind, group, bucket }) {
      await flush().catch(() => {});
      const successful = placedRowsOf(query, group)
        .where("status", "<", 400)
        .where(sql<SqlBool>`not ${IS_TASK_START}`)
        .where(kind, "is not", null)
        .select([placeOf(group).as("place"), startOf(bucket).as("start"), `${kind} as duration`])
        .select(classOf(kind).as("number"))
        .as("successful");
      const rows = await reader
        .selectFrom(successful)
        .select(["place", "start", "number"])
        .select(({ fn }) => [fn.min<number>("duration").as("ms"), fn.countAll<number>().as("requests")])
        .groupBy(["place", "start", "number"])
        .orderBy("ms")
        .execute();
      return rows.map(({ place, ...durations }) => ({ ...durations, ...groupAt(place, group) }));
    },
  };
}

const COLUMNS = { firstByteMs: sql`first_byte_ms`, totalMs: sql`total_ms` } as const;

/** Returns the class of a duration: three digits of it, so that a class is at most 1 % wide. */
function classOf(kind: LatencyKind): RawBuilder<number> {
  const ms = COLUMNS[kind];
  return sql<number>`case when ${ms} < 100 then cast(${ms} * 10 as integer)
    when ${ms} < 1000 then 1000 + cast(${ms} as integer)
    when ${ms} < 10000 then 2000 + cast(${ms} / 10 as integer)
    when ${ms} < 100000 then 3000 + cast(${ms} / 100 as integer)
    else 4000 + cast(${ms} / 1000 as integer) end`;
}

function countOf(): RawBuilder<number> {
  return sql<number>`sum(case when ${IS_TASK_END} then 0 else 1 end)`;
}

/** Postgres sums bigints to numerics, which its client returns as text. */
function sumOf(column: string): RawBuilder<number> {
  return sql<number>`cast(coalesce(sum(${sql.raw(column)}), 0) as bigint)`;
}

/**
 * Whole numbers as literals, since numbers that are bound in SQLite are not integers, and would not be divided as
 * integers.
 */
function startOf(bucket: UsageSplit["bucket"]): RawBuilder<number | null> {
  if (!bucket) return sql<null>`cast(null as bigint)`;
  const size = sql.lit(Math.trunc(bucket.size));
  const offset = sql.lit(Math.trunc(bucket.offset));
  return sql<number>`(time + ${offset}) / ${size} * ${size} - ${offset}`;
}
