/** Query of `GET /api/usage`, and the time range that it selects. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { DEFAULT_GROUPS, USAGE_GROUPINGS } from "#lib/contract/usage-groupings.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BUCKETS = { hour: HOUR_MS, day: DAY_MS };
const MOST_DAYS = 400;
const MOST_DAYS_OF_HOURS = 14;
const USUAL_DAYS = 7;
/** Limit on a column of the log, in characters. */
const LONGEST_NAME = 4_000;

const name = z.string().min(1).max(LONGEST_NAME).optional();
const time = queryNumber(0, Date.UTC(3000, 0)).optional();

export const usageQuery = z
  .object({
    from: time.describe(
      `Requests at this time or later, Unix milliseconds; by default ${USUAL_DAYS} days before \`to\`.`,
    ),
    to: time.describe("Requests before this time, Unix milliseconds; by default now."),
    bucket: z
      .enum(["hour", "day"])
      .optional()
      .describe(
        `Sums of each hour (of at most ${MOST_DAYS_OF_HOURS} days) or each day (of at most ${MOST_DAYS}); without it only those of the whole time.`,
      ),
    tz_offset: queryNumber(-840, 840)
      .default(0)
      .describe("Minutes that your time is ahead of UTC, so that days begin at your midnight."),
    group_by: z
      .enum(USAGE_GROUPINGS)
      .optional()
      .describe("Sums of each model, provider, key, API, group of keys, label or route."),
    limit: queryNumber(1, 50)
      .default(DEFAULT_GROUPS)
      .describe("How many groups are told apart: those with most requests. The rest are summed as `others`."),
    key_id: name.describe("Only this key's. A key without the scope `admin` sees its own usage only."),
    model: name.describe("Only this model, as requests name it."),
    upstream: name.describe("Only this provider."),
    dialect: name.describe("Only this API, such as `openai-chat`."),
    group: name.describe("Only keys of this group."),
    tag: name.describe("Only requests with this label, of the key or of `x-gateway-tags`."),
    route: name.describe("Only this route of the config, as requests name it."),
  })
  .superRefine((query, context) => {
    const { from, to } = readTimes(query);
    const most = query.bucket === "hour" ? MOST_DAYS_OF_HOURS : MOST_DAYS;
    const problem =
      from >= to
        ? fieldRules.before("to")
        : to - from > most * DAY_MS
          ? fieldRules.daysBefore(most, "to", query.bucket === "hour" ? "hour" : undefined)
          : undefined;
    if (problem) context.addIssue({ code: "custom", path: ["from"], message: problem });
  });

export type UsageRequest = z.output<typeof usageQuery>;

export function readTimes({ from, to = Date.now() }: Pick<UsageRequest, "from" | "to">): { from: number; to: number } {
  return { from: from ?? to - USUAL_DAYS * DAY_MS, to };
}

export function readBucket({ bucket, tz_offset: minutes }: Pick<UsageRequest, "bucket" | "tz_offset">) {
  return bucket && { size: BUCKETS[bucket], offset: minutes * 60_000 };
}

/** Returns the start of each bucket; the first may be before the requested time. */
export function listBucketStarts(
  { from, to }: { from: number; to: number },
  { size, offset }: { size: number; offset: number },
): number[] {
  const first = Math.floor((from + offset) / size) * size - offset;
  return Array.from({ length: Math.ceil((to - first) / size) }, (_, index) => first + index * size);
}
