import { createClient } from "@redis/client";
import { describe, expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { SettingsError } from "#lib/config/settings-error.ts";
import { openCounters } from "#lib/store/counters/open-counters.ts";
import { CLOSED_PORT } from "#tests/support/closed-port.ts";
import { startRedis, type TestRedis } from "./start-redis.ts";

const PASSWORD = "a-password-that-nobody-reads";

async function withRedis(skip: (reason: string) => never, test: (redis: TestRedis) => Promise<void>): Promise<void> {
  const redis = await startRedis();
  if (typeof redis === "string") skip(redis);
  else await test(redis).finally(redis.stop);
}

/** Opens counters in a Redis, and returns what they log. */
async function open(redisUrl: string) {
  const lines: string[] = [];
  const settings = loadSettings({ REDIS_URL: redisUrl }, { file: {} });
  const options = { redisUrl: settings.redisUrl, refusesAlone: () => false, log: (line: string) => lines.push(line) };
  return { counters: await openCounters(options), lines };
}

describe("REDIS_URL", () => {
  it("with a wrong password or database stops the start, and is not shown", async ({ skip }) => {
    await withRedis(skip, async ({ url, port }) => {
      const client = await createClient({ url }).connect();
      await client.configSet("requirepass", "the-right-one");
      await client.close();
      for (const wrong of [
        `redis://:${PASSWORD}@127.0.0.1:${port}`,
        `redis://:the-right-one@127.0.0.1:${port}/9999`,
        url,
      ]) {
        const error: unknown = await open(wrong).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(SettingsError);
        expect((error as Error).message).toMatch(
          /^REDIS_URL: expected a user, a password and a database that Redis takes/,
        );
        expect((error as Error).message).not.toMatch(/the-right-one|a-password/);
      }
      const { counters, lines } = await open(`redis://:the-right-one@127.0.0.1:${port}/3`);
      expect([counters.state(), lines]).toEqual([{ store: "redis", state: "ok" }, []]);
      await counters.close();
    });
  });

  it("of a server that is not there lets the gateway start, and says so without the password", async () => {
    const { counters, lines } = await open(`redis://:${PASSWORD}@127.0.0.1:${CLOSED_PORT}`);
    expect(counters.state()).toEqual({ store: "redis", state: "local" });
    expect(lines).toEqual([expect.stringMatching(/^Redis cannot be reached: .*ECONNREFUSED/)]);
    expect(lines.join()).not.toContain(PASSWORD);
    await counters.close();
  });
});
