import { describe, expect, it } from "vitest";
import { findBudgets } from "#app/(playground)/usage/_model/find-budgets.ts";
import { foldUnknownModels } from "#app/(playground)/usage/_model/fold-unknown-models.ts";
import { buildLatencyChart, describeDurations, listRuns } from "#app/(playground)/usage/_model/latency-chart.ts";
import { usageQuery } from "#app/(playground)/usage/_model/usage-api.ts";
import { buildChart, labelStep, niceTicks } from "#app/(playground)/usage/_model/usage-chart.ts";
import { writeUsageCsv } from "#app/(playground)/usage/_model/usage-csv.ts";
import {
  calculateChange,
  costGap,
  errorRate,
  formatShare,
  formatShort,
  knownCost,
} from "#app/(playground)/usage/_model/usage-numbers.ts";
import { bucketLabel, getDay, resolvePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import { hasOnlyToday, readUsageView, writeUsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import type { ApiKey } from "#lib/contract/api-key.ts";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import type { UsageReply, UsageTotal } from "#lib/contract/usage-reply.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const sums = (requests: number, different: Partial<UsageTotal> = {}): UsageTotal => ({
  requests,
  errors: 0,
  input_tokens: 0,
  output_tokens: 0,
  cached_tokens: 0,
  reasoning_tokens: 0,
  video_seconds: 0,
  cost: { amount: 0, about: false, known_requests: requests, unknown_requests: 0 },
  ...different,
});
const latency = { first_byte_ms: null, total_ms: null };
const cost = (amount: number, known_requests: number, unknown_requests: number) => ({
  cost: { amount, about: false, known_requests, unknown_requests },
});

describe("budgets", () => {
  const use = (owner: LimitUse["owner"], limit: LimitUse["limit"]): LimitUse => {
    return { owner, limit, amount: 5, used: 1, remaining: 4, resets_at: null };
  };
  const keys = {
    data: [
      { id: "key_1", group: "ci", use: [use("key", "requests_per_minute"), use("group", "usd_per_month")] },
      { id: "key_2", group: null, use: [use("key", "usd_per_day"), use("key", "usd_per_month")] },
    ] as ApiKey[],
  };

  it("belong to a key or to the group of several, without its other limits", () => {
    expect([...findBudgets(keys, "key")].map(([name, uses]) => [name, uses.length])).toEqual([["key_2", 2]]);
    expect([...findBudgets(keys, "group").keys()]).toEqual(["ci"]);
  });
});

describe("the address of a view", () => {
  const read = (query: string) => readUsageView(new URLSearchParams(query));

  it("tells the grouping by group from the filter on one", () => {
    const view = read("group=key");
    expect([view.group, view.filters]).toEqual(["key", {}]);
    const filtered = { ...view, group: "tag" as const, filters: { group: "ci", tag: "nightly" } };
    expect(writeUsageView(filtered)).toBe("group=tag&key_group=ci&tag=nightly");
    expect(read(writeUsageView(filtered))).toMatchObject({ group: "tag", filters: { group: "ci", tag: "nightly" } });
  });

  it("defaults to a week by model, and lists only other values", () => {
    expect(read("")).toEqual({
      range: "7d",
      hasChosenRange: false,
      group: "model",
      metric: "requests",
      filters: {},
    });
    expect(writeUsageView(read(""))).toBe("");
  });

  it.each([
    "range=today&group=key&metric=cost&model=openai%2Fgpt-5&key=key_1",
    "from=2026-11-01&to=2026-11-14",
    "range=90d&upstream=openai&dialect=openai-chat",
    "range=7d",
  ])("round-trips: %s", (query) => {
    expect(writeUsageView(read(query))).toBe(query);
  });

  it.each(["from=2026-02-31&to=2026-03-01", "from=2026-11-02&to=2026-11-01", "range=year&group=lane", "range=custom"])(
    "falls back to the default: %s",
    (query) => {
      expect(read(query)).toMatchObject({ range: "7d", group: "model" });
    },
  );
});

describe("the default range", () => {
  const day = (requests: number) => ({ start: 0, total: sums(requests), groups: [], total_ms: null });

  it.each<[number[], boolean]>([
    [[0, 0, 5], true],
    [[0, 2, 5], false],
    [[0, 2, 0], false],
    [[0, 0, 0], false],
    [[5], false],
  ])("with requests %j by day, is only today: %s", (days, expected) => {
    expect(hasOnlyToday({ buckets: days.map(day) })).toBe(expected);
  });
});

describe("the time of a view", () => {
  /** 23:30 of 21 November in UTC, half past midnight of the next day in Berlin. */
  const now = Date.UTC(2026, 10, 21, 23, 30);
  const of = (view: Parameters<typeof resolvePeriod>[0], offset = 60) => resolvePeriod(view, now, () => offset);

  it("covers whole local days, including today", () => {
    expect(of({ range: "today" })).toEqual({
      from: Date.UTC(2026, 10, 21, 23),
      to: Date.UTC(2026, 10, 22, 23),
      bucket: "hour",
      offset: 60,
      before: { from: Date.UTC(2026, 10, 20, 23), to: now - DAY },
    });
    expect(of({ range: "today" }, -300)).toMatchObject({ from: Date.UTC(2026, 10, 21, 5) });
    const month = of({ range: "30d" });
    expect([(month.to - month.from) / DAY, month.bucket]).toEqual([30, "day"]);
    expect(month.before).toEqual({ from: month.from - 30 * DAY, to: now + HOUR / 2 - 30 * DAY });
  });

  it("covers the chosen days, up to the gateway's limit", () => {
    const days = of({ range: "custom", from: "2026-11-01", to: "2026-11-02" });
    expect(days).toMatchObject({ from: Date.UTC(2026, 9, 31, 23), to: Date.UTC(2026, 10, 2, 23), bucket: "hour" });
    expect(days.before).toEqual({ from: days.from - 2 * DAY, to: days.from });
    const years = of({ range: "custom", from: "2020-01-01", to: "2026-11-02" });
    expect((years.to - years.from) / DAY).toBe(400);
  });

  it("has no previous period when it lies in the future", () => {
    const { before } = of({ range: "custom", from: "2027-01-01", to: "2027-01-02" });
    expect(before.from).toBe(before.to);
  });

  it("is described in local time", () => {
    const start = Date.UTC(2026, 10, 21, 23);
    expect(getDay(start, 60)).toBe("2026-11-22");
    expect(bucketLabel(start, { bucket: "day", offset: 60 })).toBe("Nov 22");
    expect(bucketLabel(start, { bucket: "hour", offset: 90 })).toBe("00:30");
    expect(bucketLabel(start, { bucket: "hour", offset: 60 }, true)).toBe("Sun, Nov 22, 2026, 00:00");
  });

  it("is sent under the gateway's names", () => {
    const { from, to, bucket, offset } = of({ range: "today" });
    const question = {
      from,
      to,
      filters: { key: "key_1", model: "m" },
      split: { bucket, offset, group: "key" as const },
    };
    expect(Object.fromEntries(new URLSearchParams(usageQuery(question)))).toEqual({
      from: String(from),
      to: String(to),
      key_id: "key_1",
      model: "m",
      bucket: "hour",
      tz_offset: "60",
      group_by: "key",
    });
  });
});

describe("numbers", () => {
  it("omits an unknown cost and marks a partial one", () => {
    expect(knownCost(sums(2, cost(0, 0, 2)))).toBeUndefined();
    expect(costGap(sums(2, cost(0, 0, 2)))).toBe("Unknown price");
    expect(knownCost(sums(3, cost(1.5, 2, 1)))).toBe("$1.50");
    expect(costGap(sums(3, cost(1.5, 2, 1)))).toBe("1 request has no known price");
    expect([knownCost(sums(0)), costGap(sums(0))]).toEqual(["$0", undefined]);
  });

  it("compares with the previous period when it has data", () => {
    expect(calculateChange(120, 100)).toEqual({ text: "20%", direction: "up" });
    expect(calculateChange(99.5, 100)).toMatchObject({ direction: "down" });
    expect(calculateChange(100.1, 100)).toMatchObject({ direction: "same" });
    expect(calculateChange(5_000, 100)).toEqual({ text: "×50", direction: "up" });
    expect([calculateChange(5, 0), calculateChange(undefined, 5)]).toEqual([undefined, undefined]);
  });

  it("are short, and never 0 for a small value", () => {
    expect([formatShort(1_234_567, "tokens"), formatShort(940, "requests"), formatShort(0.5, "cost")]).toEqual([
      "1.23M",
      "940",
      "$0.5",
    ]);
    expect([0, 0.0004, 0.0123, 0.4567].map(formatShare)).toEqual(["0%", "<0.1%", "1.2%", "46%"]);
    expect([errorRate(sums(0)), errorRate(sums(4, { errors: 1 }))]).toEqual([undefined, 0.25]);
  });
});

describe("the chart", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
  const reply = {
    group_by: "model",
    total: { ...sums(58), latency },
    groups: names.map((group, index) => ({ group, ...sums(10 - index), latency })),
    others: { ...sums(3), latency },
    buckets: [
      {
        start: 0,
        total: sums(58),
        groups: names.map((group, index) => ({ group, ...sums(10 - index) })),
        others: sums(3),
        total_ms: { p50: 800, p95: 2_400 },
      },
      { start: DAY, total: sums(0), groups: [], total_ms: null },
    ],
  } satisfies Pick<UsageReply, "group_by" | "total" | "groups" | "others" | "buckets">;

  it("shows the eight largest series, and the others as one", () => {
    const { series, bars } = buildChart(reply, "requests", ({ group }) => String(group));
    expect(series.map(({ label, total }) => [label, total])).toEqual([
      ["a", 10],
      ["b", 9],
      ["c", 8],
      ["d", 7],
      ["e", 6],
      ["f", 5],
      ["g", 4],
      ["h", 3],
      ["Others", 6],
    ]);
    expect(bars.map(({ values }) => values)).toEqual([
      [10, 9, 8, 7, 6, 5, 4, 3, 6],
      [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]);
    for (const { values, total } of bars) expect(values.reduce((sum, value) => sum + value, 0)).toBe(total);
  });

  it("does not stack tags, of which a request may have several", () => {
    const { series, bars, ticks } = buildChart({ ...reply, group_by: "tag" }, "requests", String);
    expect(series).toEqual([{ id: "all", label: "All tags", total: 58, others: false }]);
    expect(bars.map(({ values }) => values)).toEqual([[58], [0]]);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(58);
  });

  it("has no series without data", () => {
    expect(buildChart(reply, "tokens", String)).toMatchObject({ series: [], ticks: [0] });
  });

  it.each<[number, boolean, number[]]>([
    [52, true, [0, 20, 40, 60]],
    [1, true, [0, 1]],
    [3, true, [0, 1, 2, 3]],
    [0.3, false, [0, 0.1, 0.2, 0.3]],
    [1_000, true, [0, 250, 500, 750, 1_000]],
  ])("has round lines up to %s", (most, whole, ticks) => {
    expect(niceTicks(most, whole)).toEqual(ticks);
  });

  it("labels as many bars as fit", () => {
    expect([labelStep(7, 20), labelStep(30, 12), labelStep(24, 5), labelStep(400, 6)]).toEqual([1, 3, 6, 67]);
  });
});

describe("the latency chart", () => {
  const point = (p95: number | undefined, start: number) => ({
    start,
    total: sums(0),
    groups: [],
    total_ms: p95 === undefined ? null : { p50: p95 / 2, p95 },
  });

  it("draws a line for each run of hours with successful requests", () => {
    const { points, ticks } = buildLatencyChart({
      buckets: [100, 900, undefined, 300].map((p95, index) => point(p95, index)),
    });
    expect(listRuns(points)).toEqual([[0, 1], [3]]);
    expect(ticks).toEqual([0, 250, 500, 750, 1_000]);
    expect(points.slice(1, 3).map(describeDurations)).toEqual(["p50 450 ms, p95 900 ms", "no successful requests"]);
  });
});

it("adds up models that the gateway does not have as one group without a name", () => {
  const unknown = { unknown_model: true, latency };
  const folded = foldUnknownModels({
    object: "usage",
    from: 0,
    to: DAY,
    kept_days: 30,
    group_by: "model",
    total: { ...sums(6), latency },
    groups: [
      { group: "typo", ...sums(3, { errors: 3 }), ...unknown },
      { group: "a", ...sums(2), latency },
      { group: "other-typo", ...sums(1, { errors: 1 }), ...unknown },
    ],
    buckets: [
      {
        start: 0,
        total: sums(6),
        groups: [
          { group: "typo", ...sums(3, { errors: 3 }) },
          { group: "a", ...sums(2) },
          { group: "other-typo", ...sums(1, { errors: 1 }) },
        ],
        total_ms: null,
      },
    ],
  });
  const told = (groups: { group: string | null; requests: number; errors: number }[]) =>
    groups.map(({ group, requests, errors }) => [group, requests, errors]);
  expect(told(folded.groups)).toEqual([
    ["a", 2, 0],
    [null, 4, 4],
  ]);
  expect(told(folded.buckets[0]?.groups ?? [])).toEqual([
    ["a", 2, 0],
    [null, 4, 4],
  ]);
});

it("writes CSV with one row per group and day, without formulas", () => {
  const text = writeUsageCsv({
    object: "usage",
    from: 0,
    to: DAY,
    kept_days: 30,
    group_by: "model",
    total: { ...sums(4), latency },
    groups: [],
    buckets: [
      {
        start: 0,
        total_ms: null,
        total: sums(4),
        groups: [
          { group: '=HYPERLINK("x")', ...sums(1, cost(0, 0, 1)) },
          { group: "a,b", ...sums(2, cost(0.25, 2, 0)) },
        ],
        others: sums(1),
      },
    ],
  });
  expect(text.split("\r\n")).toEqual([
    "start,model,requests,errors,input_tokens,output_tokens,cached_tokens,reasoning_tokens,video_seconds,cost_usd,requests_without_price",
    `1970-01-01T00:00:00.000Z,"'=HYPERLINK(""x"")",1,0,0,0,0,0,0,,1`,
    '1970-01-01T00:00:00.000Z,"a,b",2,0,0,0,0,0,0,0.25,0',
    "1970-01-01T00:00:00.000Z,(others),1,0,0,0,0,0,0,0,0",
    "",
  ]);
});
