import { SettingsError } from "#lib/config/settings-error.ts";
import type { Connect, SharedTimes } from "./counter-backend.ts";
import { type Counters, type CountersOptions, createCounters, RETRY_SECONDS } from "./counters.ts";
import { SharedCounters } from "./shared-counters.ts";

const TIMES: SharedTimes = {
  silenceMs: 250,
  connectMs: 1_000,
  retryMs: RETRY_SECONDS * 1_000,
  leaseMs: 15_000,
};

/**
 * Opens the counters: in Redis, in Postgres, or in the memory of this process. A server that cannot be reached is tried
 * again while the gateway runs.
 * @param options `refusesAlone`: whether requests are refused while the server is gone
 * @throws SettingsError when Redis refuses the user, the password or the database of its URL
 */
export async function openCounters({
  redisUrl,
  databaseUrl,
  refusesAlone,
  log,
  times = TIMES,
  ...options
}: {
  redisUrl?: string | undefined;
  databaseUrl?: string | undefined;
  refusesAlone: () => boolean;
  log: (line: string) => void;
  times?: SharedTimes;
} & Pick<CountersOptions, "find">): Promise<Counters> {
  const found = await findStore({ redisUrl, databaseUrl, connectMs: times.connectMs });
  if (!found) return createCounters(options);
  const { store, title, connect, isRefusal } = found;
  const describeGone = () =>
    refusesAlone()
      ? "Requests of keys with limits get a 503 until it is back."
      : "Until it is back, this instance counts the limits of keys for itself.";
  const counters = new SharedCounters({ title, connect, times, log, describeGone });
  const error = await counters.open();
  if (isRefusal(error)) {
    await counters.close();
    throw new SettingsError({
      field: "REDIS_URL",
      expected: `a user, a password and a database that Redis takes (${(error as Error).message}; its value is not shown)`,
    });
  }
  return createCounters({ ...options, shared: { store, counters, refusesAlone } });
}

type Found = {
  store: "redis" | "postgres";
  title: string;
  connect: Connect;
  isRefusal: (error: unknown) => boolean;
};

/** Clients are loaded on demand: a start without them is shorter. */
async function findStore({
  redisUrl,
  databaseUrl,
  connectMs,
}: {
  redisUrl?: string | undefined;
  databaseUrl?: string | undefined;
  connectMs: number;
}): Promise<Found | undefined> {
  if (redisUrl !== undefined) {
    const [{ connectRedis }, { isRefusal }] = await Promise.all([
      import("./redis-counters.ts"),
      import("../servers/connect-redis.ts"),
    ]);
    const connect: Connect = (onBroken) => connectRedis({ url: redisUrl, connectMs, onBroken });
    return { store: "redis", title: "Redis", connect, isRefusal };
  }
  if (databaseUrl !== undefined) {
    const { connectPostgresCounters } = await import("./postgres-counters.ts");
    const connect: Connect = () => connectPostgresCounters({ databaseUrl, connectMs });
    return { store: "postgres", title: "Postgres", connect, isRefusal: () => false };
  }
  return undefined;
}
