/** Collectors that are down, slow or broken: requests go on, the memory is bounded, and the log says it once a minute. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { readTelemetry } from "#lib/config/telemetry-settings.ts";
import { TELEMETRY_LIMITS } from "#lib/gateway/limits.ts";
import type { TracedRequest } from "#lib/gateway/request/tracing.ts";
import { openTracing } from "#lib/gateway/telemetry/open-tracing.ts";
import { CLOSED_PORT } from "#tests/support/closed-port.ts";

const request: TracedRequest = {
  ...{ id: "req_1", method: "POST", path: "/v1/x", keyId: null, dialect: null, lane: null, upstream: null },
  ...{ target: null, attempts: undefined, usage: undefined, images: null, characters: null, failure: undefined },
  ...{ outcome: { status: 200 }, firstByteMs: 1, stream: false, elapsed: () => 1 },
};

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function serve(respond: Parameters<typeof createServer>[1]): Promise<string> {
  const listening = createServer(respond);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return `http://user:collector-password@127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

function open(url: string, environment: Record<string, string> = {}) {
  const warnings: string[] = [];
  const settings = readTelemetry({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_METRICS_EXPORTER: "none",
    OTEL_BSP_SCHEDULE_DELAY: "10",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "1",
    ...environment,
  });
  if (!settings) throw new Error("Nothing is exported.");
  const tracing = openTracing(settings, {
    version: "1",
    instanceId: "i",
    redact: (text) => text,
    warn: (line) => warnings.push(line),
  });
  const send = () => tracing.beginRequest({ headers: {} }, request).end(request);
  return { tracing, warnings, send };
}

const page = "<html>502 from a proxy</html>";
it.each([
  ["is down", async () => `http://127.0.0.1:${CLOSED_PORT}`, /ECONNREFUSED/],
  ["answers 400", () => serve((_, response) => response.writeHead(400).end("no")), /HTTP status 400/],
  [
    "answers with a page",
    () => serve((_, response) => response.writeHead(404, { "content-type": "text/html" }).end(page)),
    /HTTP status 404/,
  ],
])("warns once when the collector %s", async (_, start, reason) => {
  const { tracing, warnings, send } = open(await start(), { OTEL_EXPORTER_OTLP_TIMEOUT: "200" });
  for (let count = 0; count < 5; count++) send();
  await tracing.close();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^The spans could not be exported to http:\/\/127\.0\.0\.1:\d+\/v1\/traces /);
  expect(warnings[0]).toMatch(reason);
  expect(warnings[0]).not.toContain("collector-password");
});

it("gives up on a collector that never answers when it closes, and holds no more spans than the queue", async () => {
  let bodies = 0;
  const url = await serve(() => {
    bodies++;
  });
  const { tracing, send } = open(url, { OTEL_BSP_MAX_QUEUE_SIZE: "3" });
  for (let count = 0; count < 500; count++) send();
  const start = performance.now();
  await tracing.close();
  expect(performance.now() - start).toBeLessThan(TELEMETRY_LIMITS.closeMs + 1_500);
  expect(bodies).toBeLessThanOrEqual(4);
});

it("exports what is left when it closes", async () => {
  let spans = 0;
  const url = await serve((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", () => {
      spans += JSON.parse(`${Buffer.concat(chunks)}`).resourceSpans[0].scopeSpans[0].spans.length;
      response.end("{}");
    });
  });
  const { tracing, send } = open(url, { OTEL_BSP_SCHEDULE_DELAY: "60000", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "512" });
  for (let count = 0; count < 20; count++) send();
  await tracing.close();
  expect(spans).toBe(20);
});
