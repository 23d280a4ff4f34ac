/** Counters of each kind of store for tests: the same tests run on all of them. */
import type { Counters } from "#lib/store/counters/counters.ts";
import { openCounters } from "#lib/store/counters/open-counters.ts";
import { openStore } from "#lib/store/open-store.ts";
import { startRedis } from "#tests/store/start-redis.ts";
import { startTestDatabases } from "#tests/store/test-databases.ts";

export type OpenOptions = Partial<Parameters<typeof openCounters>[0]>;

export type TestStore = {
  name: "memory" | "Redis" | "Postgres";
  /** URL and port of its server; absent for memory. */
  url?: string;
  port?: number;
  /** Opens the counters of one instance. Times are shorter than the gateway's, except where options say more. */
  open(options?: OpenOptions & { port?: number }): Promise<Counters>;
  /** Removes all that it has, as a server that lost its data. */
  clear(): Promise<void>;
};

/** Long lease: a test of what a crash leaves has its own. */
const TIMES = { silenceMs: 3_000, connectMs: 2_000, retryMs: 100, leaseMs: 30_000 };

/** @returns stores in order; those that cannot be had are missing, and one line says why */
export async function startTestStores(): Promise<{ stores: TestStore[]; stop(): Promise<void> }> {
  const opened: Counters[] = [];
  const opener =
    (server: (port?: number) => Pick<OpenOptions, "redisUrl" | "databaseUrl">) =>
    async ({ port, ...options }: OpenOptions & { port?: number } = {}) => {
      const defaults = { refusesAlone: () => false, log: () => {}, times: TIMES };
      const counters = await openCounters({ ...defaults, ...server(port), ...options });
      opened.push(counters);
      return counters;
    };
  const stores: TestStore[] = [{ name: "memory", open: opener(() => ({})), clear: async () => {} }];
  const ends: (() => Promise<void>)[] = [];
  const redis = await startRedis();
  if (typeof redis === "string") console.warn(`Limits are not tested on Redis: ${redis}.`);
  else {
    const { createClient } = await import("@redis/client");
    stores.push({
      name: "Redis",
      url: redis.url,
      port: redis.port,
      open: opener((port = redis.port) => ({ redisUrl: `redis://127.0.0.1:${port}` })),
      async clear() {
        const client = await createClient({ url: redis.url }).connect();
        await client.flushAll();
        await client.close();
      },
    });
    ends.push(redis.stop);
  }
  const databases = await startTestDatabases();
  const postgres = await databases.find(({ name }) => name === "Postgres")?.create();
  if (postgres) {
    const url = new URL(postgres.options.databaseUrl ?? "");
    // Migrates the schema.
    await (await openStore({ ...postgres.options, log: () => {} })).close();
    const at = (port: number) => Object.assign(new URL(url), { port: `${port}` }).href;
    stores.push({
      name: "Postgres",
      url: url.href,
      port: Number(url.port),
      open: opener((port = Number(url.port)) => ({ databaseUrl: at(port) })),
      async clear() {
        await postgres.execute("truncate counter_instances, counter_windows, counter_holds");
      },
    });
    ends.push(postgres.remove);
  }
  return {
    stores,
    async stop() {
      await Promise.all(opened.map((counters) => counters.close()));
      for (const end of ends) await end();
    },
  };
}
