/** Limits that Node's fetch and Next set by themselves, and that a gateway must not be caught by. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createUpstream } from "#lib/upstreams/upstream.ts";
import { startGateway } from "#tests/support/gateway.ts";

const HOUR = 3_600_000;

it("musistudio/claude-code-router#1610: the time limits of an upstream are its settings', not Node's 300 s", () => {
  const environment = { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
  const [settings] = loadSettings(environment).upstreams;
  if (!settings) throw new Error("no upstream");
  const timeouts = { connectMs: 1_000, firstByteMs: HOUR, idleMs: 2 * HOUR, totalMs: 3 * HOUR };
  const { pool } = createUpstream({ ...settings, timeouts }, () => ({}), "/models");
  const name = Object.getOwnPropertySymbols(pool).find(({ description }) => description === "options");
  const options: unknown = name && Reflect.get(pool, name);
  expect(options).toMatchObject({ headersTimeout: HOUR, bodyTimeout: 2 * HOUR });
});

it("caozhiyuan/copilot-api#169: an hour may be configured, and the gateway starts with it", async () => {
  const timeouts = { firstByteMs: HOUR, idleMs: HOUR, totalMs: 24 * HOUR };
  const gateway = await startGateway({
    mount: "node",
    config: { timeouts, upstreams: { slow: { baseUrl: "http://127.0.0.1:9/v1", timeouts, models: [] } } },
  });
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  await gateway.close();
});

it.each(["proxy", "middleware", "src/proxy", "src/middleware", "app/proxy", "app/middleware"])(
  "vercel/next.js#84539: no %s of Next's stands before the routes, which would cut bodies at 10 MB",
  (name) => {
    for (const ending of ["ts", "tsx", "js", "mjs"]) {
      const path = fileURLToPath(new URL(`../../../${name}.${ending}`, import.meta.url));
      expect(existsSync(path), path).toBe(false);
    }
  },
);
