/** Packages that every start loads: it waits for them, and keeps them in memory. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { createGatewayHome } from "#tests/support/killable-gateway.ts";

vi.setConfig({ testTimeout: 60_000 });

const TRACER = new URL("../support/trace-modules.ts", import.meta.url).href;
const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/;
/** Loggers have small packages of their own, which change with them. */
const OF_PINO =
  /^(?:@pinojs\/|pino-|atomic-sleep|on-exit-leak-free|quick-format-|safe-stable-|sonic-boom|thread-stream)/;
/** A package that a first call needs is imported by that call. */
const AT_THE_START = [
  "@fastify/busboy",
  "@opentelemetry/api",
  "bintrees",
  "eventsource-parser",
  "fastest-levenshtein",
  "jsonc-parser",
  "kysely",
  "lru-cache",
  "pino",
  "prom-client",
  "tdigest",
  "undici",
  "zod",
];

const folder = mkdtempSync(join(tmpdir(), "parlance-packages-"));
const trace = join(folder, "modules.txt");
const home = createGatewayHome({}, { NODE_OPTIONS: `--import=${TRACER}`, TRACED_MODULES: trace });
afterAll(async () => {
  await home.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a gateway that nobody has called yet has loaded these packages alone", async () => {
  const gateway = await home.start();
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  const loaded = readFileSync(trace, "utf8").trim().split("\n");
  const packages = new Set(loaded.flatMap((url) => PACKAGE.exec(url)?.[1] ?? []));
  expect([...packages].filter((name) => !OF_PINO.test(name)).sort()).toEqual(AT_THE_START);
});
