/** The standard variables of OpenTelemetry. */
import { describe, expect, it } from "vitest";
import { listTelemetrySecrets, readTelemetry } from "#lib/config/telemetry-settings.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

describe("the settings of OpenTelemetry", () => {
  it.each([
    {},
    { OTEL_SERVICE_NAME: "a" },
    { ...ENDPOINT, OTEL_SDK_DISABLED: "TRUE" },
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "  " },
  ])("are absent for %o", (environment) => {
    expect(readTelemetry(environment)).toBeUndefined();
  });

  it("have the defaults of the specification", () => {
    expect(readTelemetry(ENDPOINT)).toEqual({
      serviceName: "parlance",
      resource: {},
      traces: { url: "http://collector:4318/v1/traces", headers: {}, timeoutMillis: 10_000 },
      metrics: { url: "http://collector:4318/v1/metrics", headers: {}, timeoutMillis: 10_000 },
      sampler: { name: "parentbased_always_on", ratio: 1 },
      queue: { spans: 2_048, batch: 512, delayMs: 5_000, timeoutMs: 30_000 },
      metricsIntervalMs: 60_000,
      propagates: true,
      capturesContent: false,
    });
  });

  it("prefer the address and the headers of one kind of data, and are secret", () => {
    const settings = readTelemetry({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/in",
      OTEL_EXPORTER_OTLP_HEADERS: "x-a=1,authorization=Basic%20c2VjcmV0OnNlY3JldA%3D%3D",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-a=2",
    });
    expect(settings?.traces?.url).toBe("https://traces.example/in");
    expect(settings?.traces?.headers).toEqual({ "x-a": "2", authorization: "Basic c2VjcmV0OnNlY3JldA==" });
    expect(settings?.metrics?.headers["x-a"]).toBe("1");
    expect(listTelemetrySecrets(settings)).toContain("c2VjcmV0OnNlY3JldA==");
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, /OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL/],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /OTEL_EXPORTER_OTLP_PROTOCOL is "grpc".*http\/json/],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER: "jaeger_remote" }, /OTEL_TRACES_SAMPLER is "jaeger_remote"/],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: "2" }, /OTEL_TRACES_SAMPLER_ARG is "2".*0 to 1/],
    [{ ...ENDPOINT, OTEL_BSP_MAX_QUEUE_SIZE: "-1" }, /OTEL_BSP_MAX_QUEUE_SIZE is "-1"/],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: "secret" }, /OTEL_EXPORTER_OTLP_HEADERS: expected pairs.*not shown/],
    [{ ...ENDPOINT, OTEL_RESOURCE_ATTRIBUTES: "a=%zz" }, /OTEL_RESOURCE_ATTRIBUTES: expected pairs/],
    [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: "zipkin" }, /OTEL_TRACES_EXPORTER is "zipkin"/],
    [{ ...ENDPOINT, OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "yes" }, /CAPTURE_MESSAGE_CONTENT is "yes"/],
  ])("refuse %o", (environment, message) => {
    expect(() => readTelemetry(environment)).toThrow(message);
  });
});
