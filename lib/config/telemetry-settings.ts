/** Settings of OpenTelemetry, from its standard environment variables; undefined without an address to export to. */
import { type Environment, readVariable } from "./environment.ts";
import { findSecretsInHeaders } from "./secret-values.ts";
import { SettingsError } from "./settings-error.ts";

/** Address of one kind of data, and the headers that go with it. */
export type ExportTarget = { url: string; headers: Record<string, string>; timeoutMillis: number };

export type TelemetrySettings = {
  serviceName: string;
  /** Attributes of the process, such as `deployment.environment.name`. */
  resource: Record<string, string>;
  /** Absent: no spans, and `traceparent` is neither read nor sent. */
  traces: ExportTarget | undefined;
  metrics: ExportTarget | undefined;
  sampler: { name: (typeof SAMPLERS)[number]; ratio: number };
  /** Finished spans that wait for their export. */
  queue: { spans: number; batch: number; delayMs: number; timeoutMs: number };
  metricsIntervalMs: number;
  /** True to read and send `traceparent` and `tracestate`. */
  propagates: boolean;
  /** True to export prompts and responses with the spans. */
  capturesContent: boolean;
};

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const PROTOCOLS = ["http/json", "http/protobuf"] as const;

/** @throws SettingsError for a value that is not supported */
export function readTelemetry(environment: Environment): TelemetrySettings | undefined {
  const read = (name: string) => readVariable(environment, `OTEL_${name}`);
  if (read("SDK_DISABLED")?.toLowerCase() === "true") return undefined;
  const traces = readTarget(environment, { signal: "TRACES", path: "v1/traces" });
  const metrics = readTarget(environment, { signal: "METRICS", path: "v1/metrics" });
  if (!traces && !metrics) return undefined;
  // Exported as JSON, which every collector reads on the port of `http/protobuf`.
  readChoice(environment, "OTEL_EXPORTER_OTLP_PROTOCOL", PROTOCOLS, "http/json");
  const resource = readPairs(environment, "OTEL_RESOURCE_ATTRIBUTES");
  const spans = readCount(environment, "OTEL_BSP_MAX_QUEUE_SIZE", 2_048);
  return {
    serviceName: read("SERVICE_NAME") ?? resource["service.name"] ?? "parlance",
    resource,
    traces,
    metrics,
    sampler: readSampler(environment),
    queue: {
      spans,
      batch: Math.min(spans, readCount(environment, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 512)),
      delayMs: readCount(environment, "OTEL_BSP_SCHEDULE_DELAY", 5_000),
      timeoutMs: readCount(environment, "OTEL_BSP_EXPORT_TIMEOUT", 30_000),
    },
    metricsIntervalMs: readCount(environment, "OTEL_METRIC_EXPORT_INTERVAL", 60_000),
    propagates: (read("PROPAGATORS") ?? "tracecontext").split(",").some((name) => name.trim() === "tracecontext"),
    capturesContent: readContentCapture(environment),
  };
}

/** Returns the credentials in the headers of the exports, for redaction. */
export function listTelemetrySecrets(telemetry: TelemetrySettings | undefined): string[] {
  return [telemetry?.traces, telemetry?.metrics].flatMap((target) => findSecretsInHeaders(target?.headers));
}

function readTarget(
  environment: Environment,
  { signal, path }: { signal: "TRACES" | "METRICS"; path: string },
): ExportTarget | undefined {
  const exporter = readChoice(environment, `OTEL_${signal}_EXPORTER`, ["otlp", "none"] as const, "otlp");
  if (exporter === "none") return undefined;
  const own = readUrl(environment, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`);
  const shared = readUrl(environment, "OTEL_EXPORTER_OTLP_ENDPOINT");
  const url = own ?? (shared && `${shared.replace(/\/+$/, "")}/${path}`);
  if (url === undefined) return undefined;
  const headers = {
    ...readPairs(environment, "OTEL_EXPORTER_OTLP_HEADERS"),
    ...readPairs(environment, `OTEL_EXPORTER_OTLP_${signal}_HEADERS`),
  };
  const timeout = readCount(environment, "OTEL_EXPORTER_OTLP_TIMEOUT", 10_000);
  return { url, headers, timeoutMillis: readCount(environment, `OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`, timeout) };
}

function readUrl(environment: Environment, field: string): string | undefined {
  const value = readVariable(environment, field);
  if (value === undefined) return undefined;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  // The value may hold a password.
  throw new SettingsError({ field, expected: "a URL such as http://127.0.0.1:4318 (its value is not shown)" });
}

function readSampler(environment: Environment): TelemetrySettings["sampler"] {
  const name = readChoice(environment, "OTEL_TRACES_SAMPLER", SAMPLERS, "parentbased_always_on");
  const value = readVariable(environment, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  const ratio = Number(value);
  if (ratio >= 0 && ratio <= 1) return { name, ratio };
  throw new SettingsError({ field: "OTEL_TRACES_SAMPLER_ARG", value, expected: "a number from 0 to 1" });
}

function readContentCapture(environment: Environment): boolean {
  const field = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";
  const choices = ["true", "span_only", "span_and_event", "false", "no_content"] as const;
  return choices.indexOf(readChoice(environment, field, choices, "false")) < choices.indexOf("false");
}

function readChoice<const Choice extends string>(
  environment: Environment,
  field: string,
  choices: readonly Choice[],
  absent: Choice,
): Choice {
  const value = readVariable(environment, field)?.toLowerCase() ?? absent;
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw new SettingsError({ field, value, expected: choices.join(" or ") });
}

function readCount(environment: Environment, field: string, absent: number): number {
  const value = readVariable(environment, field);
  if (value === undefined) return absent;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new SettingsError({ field, value, expected: "a whole number from 1" });
}

/** Reads `name=value,name=value`, with percent-encoding. */
function readPairs(environment: Environment, field: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const pair of (readVariable(environment, field) ?? "").split(",")) {
    if (pair.trim() === "") continue;
    const [name = "", ...rest] = pair.split("=");
    try {
      if (rest.length === 0 || name.trim() === "") throw new Error("A pair without a name or value.");
      pairs[decodeURIComponent(name.trim())] = decodeURIComponent(rest.join("=").trim());
    } catch {
      throw new SettingsError({ field, expected: "pairs such as name=value,other=value (its value is not shown)" });
    }
  }
  return pairs;
}
