import { describe, expect, it } from "vitest";
import { HistogramSeries, writeHistogram } from "#lib/gateway/metrics/histogram.ts";
import { LabelCap } from "#lib/gateway/metrics/label-cap.ts";
import { UnpricedUsage } from "#lib/gateway/metrics/unpriced-usage.ts";

describe("the values of a label", () => {
  it("are bounded: further ones are `other`", () => {
    const cap = new LabelCap(2);
    expect(["a", "b", "c", "a", null].map((value) => cap.of(value))).toEqual(["a", "b", "other", "a", ""]);
  });
});

describe("what was used between two readings", () => {
  it("is priced once, at the prices of the reading", async () => {
    const unpriced = new UnpricedUsage();
    const add = (model: string, usage?: object, images: number | null = null) =>
      unpriced.add(model, { usage, images, characters: null });
    add("a/m", { inputTokens: 600_000, outputTokens: 100_000, cachedInputTokens: 100_000 });
    add("a/m", { inputTokens: 400_000, outputTokens: 0 });
    add("a/unknown", { inputTokens: 1, outputTokens: 1 });
    add("a/images", undefined, 3);
    const prices = { tokens: { input: 2, output: 10, cachedInput: 1 }, perImage: 0.5 };
    const find = async (model: string) => (model === "a/unknown" ? undefined : prices);
    // 900,000 fresh tokens, 100,000 cached ones, 100,000 of output.
    expect(await unpriced.takeCosts(find)).toEqual([
      { model: "a/m", usd: expect.closeTo(1.8 + 0.1 + 1, 10) },
      { model: "a/images", usd: 1.5 },
    ]);
    expect(await unpriced.takeCosts(find)).toEqual([]);
  });
});

describe("a histogram", () => {
  const histogram = { name: "seconds", help: "Seconds.", bounds: [0.1, 1] };

  it("counts each value in the buckets at and above it", () => {
    const values = new HistogramSeries(histogram.bounds);
    for (const value of [0.1, 0.5, 2]) values.add(value);
    expect(writeHistogram(histogram, [{ labels: { model: "a/m" }, values }]).split("\n")).toEqual([
      "# HELP seconds Seconds.",
      "# TYPE seconds histogram",
      'seconds_bucket{le="0.1",model="a/m"} 1',
      'seconds_bucket{le="1",model="a/m"} 2',
      'seconds_bucket{le="+Inf",model="a/m"} 3',
      'seconds_sum{model="a/m"} 2.6',
      'seconds_count{model="a/m"} 3',
      "",
    ]);
  });

  it("escapes the values of labels", () => {
    const values = new HistogramSeries(histogram.bounds);
    values.add(1);
    const text = writeHistogram(histogram, [{ labels: { model: 'a"\\\n' }, values }]);
    expect(text).toContain('seconds_count{model="a\\"\\\\\\n"} 1');
  });

  it("leaves out a series without values, and adds up others", () => {
    const empty = new HistogramSeries(histogram.bounds);
    expect(writeHistogram(histogram, [{ labels: {}, values: empty }])).not.toContain("_bucket");
    const values = new HistogramSeries(histogram.bounds);
    values.add(0.5);
    values.addAll(values);
    expect(values).toMatchObject({ buckets: [0, 2, 0], sum: 1 });
  });
});
