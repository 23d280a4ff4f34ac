/** Own histograms report what those of OpenTelemetry's SDK report. */
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type HistogramMetricData,
  MeterProvider,
  MetricReader,
  type ResourceMetrics,
} from "@opentelemetry/sdk-metrics";
import { afterEach, describe, expect, it } from "vitest";
import { createRandom } from "#bench/random.ts";
import { TELEMETRY_LIMITS } from "#lib/gateway/limits.ts";
import { narrowSeries } from "#lib/gateway/telemetry/gen-ai-attributes.ts";
import { createHistograms } from "#lib/gateway/telemetry/histograms.ts";

class ManualReader extends MetricReader {
  protected override async onForceFlush() {}
  protected override async onShutdown() {}
}

const resource = resourceFromAttributes({});
const scope = { name: "test" };
const BOUNDARIES = [0.5, 1, 2, 4];
const SERIES = ["a", "b"].map((model) => ({ key: model, attributes: { model } }));

const providers: MeterProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.shutdown();
});

/** Histogram of the SDK, which a reader reads. */
function createReference(isDelta: boolean) {
  const temporality = isDelta ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE;
  const reader = new ManualReader({ aggregationTemporalitySelector: () => temporality });
  const provider = new MeterProvider({ resource, readers: [reader] });
  providers.push(provider);
  const histogram = provider.getMeter(scope.name).createHistogram("times", {
    ...{ description: "Times.", unit: "s" },
    advice: { explicitBucketBoundaries: BOUNDARIES },
  });
  return { histogram, read: async () => describeMetrics((await reader.collect()).resourceMetrics) };
}

function createOwn(isDelta: boolean) {
  const histograms = createHistograms({ scope, resource, isDelta });
  const histogram = histograms.create({ name: "times", description: "Times.", unit: "s", boundaries: BOUNDARIES });
  return { histogram, read: async () => describeMetrics((await histograms.producer.collect()).resourceMetrics) };
}

/** Everything but the times, and points in the order of their attributes. */
function describeMetrics({ scopeMetrics }: ResourceMetrics) {
  return scopeMetrics.flatMap(({ metrics }) =>
    metrics.map((metric) => {
      const { descriptor, aggregationTemporality, dataPointType, dataPoints } = metric as HistogramMetricData;
      const { name, description, unit, valueType } = descriptor;
      const points = dataPoints.map(({ attributes, value }) => ({ attributes, value }));
      points.sort((one, other) => JSON.stringify(one.attributes).localeCompare(JSON.stringify(other.attributes)));
      return { name, description, unit, valueType, aggregationTemporality, dataPointType, points };
    }),
  );
}

describe.each([
  ["cumulative", false],
  ["delta", true],
] as const)("%s", (_name, isDelta) => {
  it("is the same as the SDK's, over several reports", async () => {
    const random = createRandom(3);
    const [own, reference] = [createOwn(isDelta), createReference(isDelta)];
    for (let report = 0; report < 4; report++) {
      // The last report has no new values.
      for (let index = 0; report < 3 && index < 200; index++) {
        const series = SERIES[random() < 0.3 ? 1 : 0] as (typeof SERIES)[number];
        const value = random() < 0.2 ? (BOUNDARIES[Math.floor(random() * 4)] ?? 0) : random() * 6;
        own.histogram.record(value, series);
        reference.histogram.record(value, series.attributes);
      }
      const points = await own.read();
      expect(points).toEqual(await reference.read());
      expect(points).toHaveLength(isDelta && report === 3 ? 0 : 1);
    }
  });
});

it("has periods that follow one another, and no gap between them", async () => {
  const histograms = createHistograms({ scope, resource, isDelta: true });
  const histogram = histograms.create({ name: "times", description: "", unit: "s", boundaries: BOUNDARIES });
  const collect = async () => {
    histogram.record(1, SERIES[0] as (typeof SERIES)[number]);
    const { resourceMetrics } = await histograms.producer.collect();
    return resourceMetrics.scopeMetrics[0]?.metrics[0]?.dataPoints[0];
  };
  const [first, second] = [await collect(), await collect()];
  expect(second?.startTime).toEqual(first?.endTime);
});

it("has a bounded number of series", async () => {
  const { histogram, read } = createOwn(false);
  for (let index = 0; index < TELEMETRY_LIMITS.series + 50; index++)
    histogram.record(1, narrowSeries({ key: "all", attributes: {} }, "model", `m-${index}`));
  const [metric] = await read();
  expect(metric?.points).toHaveLength(TELEMETRY_LIMITS.series + 1);
  const overflow = metric?.points.find(({ attributes }) => attributes["otel.metric.overflow"] === true);
  expect(overflow?.value.count).toBe(50);
});
