/**
 * Page tests in a real Chromium, against the server of `npm start`. They start their own server with an empty data
 * folder; E2E_BASE_URL names a running server instead, and E2E_PORT another port for theirs.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.ts";
import { E2E_ROUTES } from "./tests/e2e/routes.ts";
import { scriptedUpstreams } from "./tests/e2e/scripted-upstreams.ts";
import { freePort } from "./tests/support/free-port.ts";

const port = process.env.E2E_PORT ?? String(await freePort());
const ownServer = process.env.E2E_BASE_URL === undefined || process.env.E2E_DATA_DIR !== undefined;
const baseURL = process.env.E2E_BASE_URL ?? `http://127.0.0.1:${port}`;

/** Workers load this file too; they and the specs read the first load's decisions from the environment. */
process.env.E2E_BASE_URL = baseURL;
process.env.E2E_PORT = port;
if (ownServer) process.env.E2E_STUB_URL ??= `http://127.0.0.1:${await freePort()}`;
const stubUrl = process.env.E2E_STUB_URL;

function dataFolder(): string {
  if (process.env.E2E_DATA_DIR !== undefined) return process.env.E2E_DATA_DIR;
  const folder = mkdtempSync(join(tmpdir(), "parlance-e2e-"));
  process.env.E2E_DATA_DIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const config = {
    // Slow enough that a test can stop a stream, fast enough that none waits for one.
    sandbox: { tokensPerSecond: 1000 },
    upstreams: stubUrl === undefined ? {} : scriptedUpstreams(stubUrl),
    routes: E2E_ROUTES,
    mcp: {
      commands: true,
      connect: { hosts: ["127.0.0.1:*"], internal: true },
      servers: {
        example: { command: process.execPath, args: ["tests/support/mcp-command.ts"], description: "Weather and sums" },
      },
    },
    keys: { groups: { automation: { budget: { usd_per_month: 500 } } } },
  };
  writeFileSync(join(folder, "parlance.config.json"), JSON.stringify(config));
  return folder;
}

function server(folder: string) {
  return {
    command: "node scripts/start.ts",
    // The API answers before the pages are built.
    url: `${baseURL}/sign-in`,
    env: {
      PORT: port,
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      PARLANCE_ADMIN_KEY: "test-admin-key-0123456789abcdef",
      PARLANCE_CONFIG: join(folder, "parlance.config.json"),
    },
    // A stale build is rebuilt first.
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5_000 },
  };
}

function scriptedUpstream(url: string) {
  return { command: `node tests/e2e/scripted-upstream.ts ${new URL(url).port}`, url: `${url}/scripts/none` };
}

const TESTS = [
  { name: "desktop", use: { viewport: { width: 1440, height: 900 } }, grepInvert: /@phone/ },
  // Excludes tests that are the same at any width, or that need a keyboard or a mouse.
  { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true }, grepInvert: /@desktop/ },
];

export default defineConfig({
  testDir: "tests/e2e",
  reporter: "list",
  workers: 2,
  fullyParallel: true,
  // A shared machine may stall for seconds; tests that need a second try are reported by name.
  retries: process.env.CI === undefined ? 0 : 1,
  // Twice as long as usual, for the same reason; a passing test never waits that long.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  webServer: ownServer && stubUrl !== undefined ? [scriptedUpstream(stubUrl), server(dataFolder())] : undefined,
  use: {
    baseURL,
    // A trace records the page, which costs more CPU than the test itself: `--trace on` traces the first try.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      // The last five stop the browser's own requests. With one renderer, pages share compiled code.
      args: [
        "--no-sandbox",
        "--renderer-process-limit=1",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: process.env.SCREENSHOTS === undefined ? TESTS : [{ name: "screenshots", testMatch: "screenshots.ts" }],
});
