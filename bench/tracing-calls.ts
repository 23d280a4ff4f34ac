/** CPU of the calls that tracing adds to a request that is sampled out, on this thread. */
import { loadSettings } from "#lib/config/load-settings.ts";
import type { TracedRequest } from "#lib/gateway/request/tracing.ts";
import { openTracing } from "#lib/gateway/telemetry/open-tracing.ts";

const WARM_UP = 50_000;
const ROUNDS = 8;
const REQUESTS = 20_000;
/** Chunks of one streamed response. */
const CHUNKS = 10;
const NOT_SAMPLED = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

export type TracingCalls = { name: string; cpuMicroseconds: number };

/** @param exporting variables with the address of a collector */
export function measureTracingCalls(exporting: Record<string, string>): TracingCalls[] {
  const off = { ...exporting, OTEL_TRACES_SAMPLER: "always_off" };
  return [
    measure("spans and metrics", off, {}),
    measure("spans and metrics, with the client's traceparent", exporting, { traceparent: NOT_SAMPLED }),
    measure("spans alone", { ...off, OTEL_METRICS_EXPORTER: "none" }, {}),
  ];
}

function measure(name: string, environment: Record<string, string>, headers: Record<string, string>): TracingCalls {
  const { telemetry } = loadSettings(environment, { file: {} });
  if (!telemetry) throw new Error("The variables name no collector.");
  const tracing = openTracing(telemetry, { version: "1", instanceId: "bench", redact: (text) => text, warn() {} });
  const chunk = new Uint8Array(500);
  const facts = { dialect: "openai-chat", upstream: "stub", origin: "http://127.0.0.1:9", model: "m", stream: true };

  function traceOne(): void {
    const log = createLog();
    const span = tracing.beginRequest({ headers }, log);
    const attempt = span.observe(facts).begin();
    attempt.responded(200);
    for (let index = 0; index < CHUNKS; index++) attempt.received(chunk);
    attempt.end();
    span.end(log);
  }

  for (let index = 0; index < WARM_UP; index++) traceOne();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.threadCpuUsage();
    for (let index = 0; index < REQUESTS; index++) traceOne();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / REQUESTS);
  }
  void tracing.close();
  return { name, cpuMicroseconds: least };
}

function createLog(): TracedRequest {
  const start = performance.now();
  return {
    ...{ id: "req_bench", keyId: "key_bench", method: "POST", path: "/v1/chat/completions", stream: true },
    ...{ dialect: "openai-chat", lane: "relay", upstream: "stub", target: "stub/m", attempts: undefined },
    ...{ outcome: { status: 200 }, failure: undefined, images: null, characters: null },
    usage: { inputTokens: 10, outputTokens: 20 },
    firstByteMs: 12,
    elapsed: () => performance.now() - start,
  };
}
