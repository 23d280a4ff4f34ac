/**
 * A gateway that is killed at once after a response: everything that docs/guide/durability.md calls durable is there
 * after the restart.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { RenderVideo } from "#lib/sandbox/upstream.ts";
import type { Check } from "../support/durable-requests.ts";
import { durables } from "../support/durables.ts";
import { startGateway } from "../support/gateway.ts";
import { createGatewayHome, type GatewayHome, type KillableGateway } from "../support/killable-gateway.ts";

const DELAYS_MS = [0, 1, 10, 50, 100];

let home: GatewayHome;
let gateway: KillableGateway;
beforeAll(async () => {
  home = createGatewayHome({ sandbox: { tokensPerSecond: 0 } });
  gateway = await home.start();
});
afterAll(() => home?.close());

const untilStopped: RenderVideo = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });

async function expectAllIn(dataDir: string, checks: Check[]): Promise<void> {
  // Videos that were accepted are taken up again, and rendering takes a core for seconds.
  const restarted = await startGateway({ mount: "node", dataDir, renderVideo: untilStopped });
  try {
    for (const check of checks) await check(restarted.url);
  } finally {
    await restarted.close();
  }
}

describe.each(durables)("$name", ({ accept }) => {
  test.each(DELAYS_MS)("survives a kill %i ms after the response", async (ms) => {
    const check = await accept(gateway.url);
    if (ms > 0) await delay(ms);
    await expectAllIn(gateway.snapshot(), [check]);
  });
});

test("everything survives a kill -9", async () => {
  const checks: Check[] = [];
  for (const { accept } of durables) checks.push(await accept(gateway.url));
  await gateway.kill();
  await expectAllIn(home.dataDir, checks);
});
