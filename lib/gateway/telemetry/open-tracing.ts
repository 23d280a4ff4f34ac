/** Opens the export to OpenTelemetry. This module is loaded only where an address to export to is configured. */
import { setTimeout as delay } from "node:timers/promises";
import { type InstrumentationScope, setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  InstrumentType,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { ExportTarget, TelemetrySettings } from "#lib/config/telemetry-settings.ts";
import type { Tracing } from "#lib/gateway/request/tracing.ts";
import { TELEMETRY_LIMITS } from "../limits.ts";
import { createAttemptDescriber } from "./gen-ai-attributes.ts";
import { createGenAiMetrics } from "./gen-ai-metrics.ts";
import { createHistograms, type Histograms } from "./histograms.ts";
import { beginRequestSpan } from "./request-spans.ts";
import { createTraceStarter, type TraceStarter } from "./trace-starter.ts";
import { watchExporter } from "./watch-exporter.ts";

const SCOPE = "parlance";
/** Address of the version of the conventions that names and attributes follow. */
const SCHEMA_URL = "https://opentelemetry.io/schemas/1.41.0";

type Options = {
  version: string;
  /** Id of this process among those that share a service name. */
  instanceId: string;
  redact: (text: string) => string;
  warn: (line: string) => void;
};

export function openTracing(settings: TelemetrySettings, { version, instanceId, redact, warn }: Options): Tracing {
  // Failed exports are reported where they happen, without the library's own messages.
  setGlobalErrorHandler(() => {});
  const resource = resourceFromAttributes({
    "service.version": version,
    "service.instance.id": instanceId,
    ...settings.resource,
    "service.name": settings.serviceName,
  });
  const propagator = settings.traces && settings.propagates ? new W3CTraceContextPropagator() : undefined;
  const sampler = createSampler(settings.sampler);
  const starter = createTraceStarter(sampler, propagator);
  const tracers =
    settings.traces && openTraces(settings, { target: settings.traces, resource, warn, sampler, starter });
  const scope = { name: SCOPE, version, schemaUrl: SCHEMA_URL };
  const meters = settings.metrics && openMetrics(settings, { target: settings.metrics, resource, warn, scope });
  const terms = {
    tracing: tracers && { tracer: tracers.getTracer(SCOPE, version, { schemaUrl: SCHEMA_URL }), starter },
    metrics: meters && createGenAiMetrics(meters.histograms),
    propagator,
    describeAttempt: createAttemptDescriber(redact),
    redact,
    capturesContent: settings.capturesContent,
  };
  return {
    beginRequest: (request, log) => beginRequestSpan(terms, request, log),
    async close() {
      const closed = [tracers?.shutdown(), meters?.provider.shutdown()].map((closing) => closing?.catch(() => {}));
      await Promise.race([Promise.all(closed), delay(TELEMETRY_LIMITS.closeMs, undefined, { ref: false })]);
    },
  };
}

type Signal = { target: ExportTarget; resource: Resource; warn: (line: string) => void };

function openTraces(
  { queue }: TelemetrySettings,
  { target, resource, warn, sampler, starter }: Signal & { sampler: Sampler; starter: TraceStarter },
): TracerProvider {
  const exporter = watchExporter(new OTLPTraceExporter(target), { name: "spans", url: target.url, warn });
  return new TracerProvider({
    resource,
    sampler,
    idGenerator: starter.idGenerator,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: queue.spans,
        maxExportBatchSize: queue.batch,
        scheduledDelayMillis: queue.delayMs,
        exportTimeoutMillis: queue.timeoutMs,
      }),
    ],
  });
}

function openMetrics(
  { metricsIntervalMs }: TelemetrySettings,
  { target, resource, warn, scope }: Signal & { scope: InstrumentationScope },
): { provider: MeterProvider; histograms: Histograms } {
  const otlp = new OTLPMetricExporter(target);
  const isDelta = otlp.selectAggregationTemporality(InstrumentType.HISTOGRAM) === AggregationTemporality.DELTA;
  const histograms = createHistograms({ scope, resource, isDelta });
  const exporter = watchExporter(otlp, { name: "metrics", url: target.url, warn });
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricsIntervalMs,
    exportTimeoutMillis: Math.min(metricsIntervalMs, 30_000),
    metricProducers: [histograms.producer],
  });
  // The provider binds the reader to its resource; it has no instruments of its own.
  return { provider: new MeterProvider({ resource, readers: [reader] }), histograms };
}

function createSampler({ name, ratio }: TelemetrySettings["sampler"]): Sampler {
  const isOfParent = name.startsWith("parentbased_");
  const kind = name.replace("parentbased_", "");
  const root =
    kind === "always_on"
      ? new AlwaysOnSampler()
      : kind === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isOfParent ? new ParentBasedSampler({ root }) : root;
}
