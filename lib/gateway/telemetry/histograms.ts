/**
 * Histograms with fixed buckets, for the export of OpenTelemetry. The SDK's own ones compute a text of all attributes
 * for each value, which took two thirds of the time of a request that is not sampled.
 */
import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { hrTime, type InstrumentationScope } from "@opentelemetry/core";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  DataPointType,
  type HistogramMetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import { TELEMETRY_LIMITS } from "../limits.ts";

/** Attributes of a series, and a text that is the same for the same attributes. */
export type Series = { key: string; attributes: Attributes };

export type FixedHistogram = { record(value: number, series: Series): void };

export type HistogramOptions = { name: string; description: string; unit: string; boundaries: readonly number[] };

export type Histograms = {
  create(options: HistogramOptions): FixedHistogram;
  /** Hands all values over to a reader of the SDK. */
  producer: MetricProducer;
};

type Point = { attributes: Attributes; counts: number[]; sum: number; count: number; min: number; max: number };

/** Series of all values beyond the limit, as the SDK names it. */
const OVERFLOW: Series = { key: "", attributes: { "otel.metric.overflow": true } };

/** @param isDelta true to report only the values since the last report */
export function createHistograms({
  scope,
  resource,
  isDelta,
}: {
  scope: InstrumentationScope;
  resource: Resource;
  isDelta: boolean;
}): Histograms {
  const all: { options: HistogramOptions; points: Map<string, Point> }[] = [];
  let startTime = hrTime();
  const aggregationTemporality = isDelta ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE;

  function describe({ options, points }: (typeof all)[number], endTime: HrTime): HistogramMetricData {
    const { name, description, unit, boundaries } = options;
    return {
      descriptor: { name, description, unit, valueType: ValueType.DOUBLE },
      aggregationTemporality,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: [...points.values()].map(({ attributes, counts, ...value }) => ({
        ...{ startTime, endTime, attributes },
        // Copies: the export is written while further values come.
        value: { ...value, buckets: { boundaries: [...boundaries], counts: [...counts] } },
      })),
    };
  }

  return {
    create(options) {
      const points = new Map<string, Point>();
      all.push({ options, points });
      return {
        record(value, series) {
          const point = points.get(series.key) ?? addPoint(points, series, options.boundaries.length + 1);
          const bucket = findBucket(options.boundaries, value);
          point.counts[bucket] = (point.counts[bucket] as number) + 1;
          point.sum += value;
          point.count += 1;
          if (value < point.min) point.min = value;
          if (value > point.max) point.max = value;
        },
      };
    },
    producer: {
      async collect() {
        const endTime = hrTime();
        const metrics = all.filter(({ points }) => points.size > 0).map((one) => describe(one, endTime));
        if (isDelta) {
          for (const { points } of all) points.clear();
          startTime = endTime;
        }
        return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
      },
    },
  };
}

function addPoint(points: Map<string, Point>, series: Series, buckets: number): Point {
  const { key, attributes } = points.size < TELEMETRY_LIMITS.series ? series : OVERFLOW;
  const known = points.get(key);
  if (known) return known;
  const counts = Array.from({ length: buckets }, () => 0);
  const point = { attributes, counts, sum: 0, count: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  points.set(key, point);
  return point;
}

/** Returns the index of the bucket: a value that is equal to a boundary is below it. */
function findBucket(boundaries: readonly number[], value: number): number {
  let index = 0;
  while (index < boundaries.length && value > (boundaries[index] as number)) index += 1;
  return index;
}
