import type { LinkTimes } from "../servers/link.ts";
import type { RedisLink } from "../servers/redis-link.ts";
import { type Bus, createBus } from "./bus.ts";

/** The bus, and the link to Redis that it shares with streams. */
export type OpenedBus = { bus: Bus; redis: RedisLink | undefined; close(): Promise<void> };

/** Opens the bus on Redis, otherwise on Postgres; with neither, instances only see what is stored. Never waits. */
export async function openBus({
  redisUrl,
  databaseUrl,
  log,
  times,
}: {
  redisUrl?: string | undefined;
  databaseUrl?: string | undefined;
  log: (line: string) => void;
  times?: LinkTimes;
}): Promise<OpenedBus> {
  if (redisUrl !== undefined) {
    const { openRedisLink } = await import("../servers/redis-link.ts");
    const { createRedisTransport } = await import("./redis-transport.ts");
    const redis = openRedisLink({ url: redisUrl, log, times });
    const bus = createBus(createRedisTransport(redis), log);
    return { bus, redis, close: () => redis.close() };
  }
  if (databaseUrl !== undefined) {
    const { createPostgresTransport } = await import("./postgres-transport.ts");
    const bus = createBus(createPostgresTransport({ databaseUrl, log, times }), log);
    return { bus, redis: undefined, close: () => bus.close() };
  }
  return { bus: createBus(undefined), redis: undefined, close: async () => {} };
}
