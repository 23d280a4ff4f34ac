import { connectRedisClient, type RedisClient } from "./connect-redis.ts";
import { type Connection, Link, type LinkTimes } from "./link.ts";

/** Two connections: one that has subscriptions can send nothing else. */
export type RedisServer = Connection & { client: RedisClient; subscriber: RedisClient };

export type RedisLink = Link<RedisServer>;

/** Time in milliseconds for a connection. */
const CONNECT_MS = 2_000;

/** Opens the link to the Redis that instances share, beside the one of the counters, whose calls are short. */
export function openRedisLink({
  url,
  log,
  times,
}: {
  url: string;
  log: (line: string) => void;
  times?: LinkTimes | undefined;
}): RedisLink {
  return new Link<RedisServer>({
    title: "Redis",
    log,
    whileGone: "Until it is back, changes of other instances take effect within 2 s, and their streams can't be read.",
    ...(times ? { times } : {}),
    async connect(onBroken) {
      const client = await connectRedisClient({ url, connectMs: CONNECT_MS, onBroken });
      const subscriber = await connectRedisClient({ url, connectMs: CONNECT_MS, onBroken }).catch((error) => {
        client.destroy();
        throw error;
      });
      return {
        client,
        subscriber,
        ping: () => Promise.all([client.ping(), subscriber.ping()]),
        close() {
          for (const one of [client, subscriber]) if (one.isOpen) one.destroy();
          return undefined;
        },
      };
    },
  });
}
