import { connectRedisClient } from "../servers/connect-redis.ts";
import type { SharedBackend, TakeReply } from "./counter-backend.ts";
import { REDIS_SCRIPT } from "./redis-script.ts";

/** Hash tag of all keys: a script may use only keys of one slot. */
const KEY_PREFIX = "{parlance}:";

/**
 * Connects to Redis once. A connection that breaks stays broken: the caller makes a new one, and joins again.
 * @param url `redis://user:password@host:port/database`, or `rediss://` for TLS
 * @param onBroken called when the connection breaks after it was made
 * @throws when the server cannot be reached within `connectMs`, or refuses
 */
export async function connectRedis({
  url,
  connectMs,
  onBroken,
}: {
  url: string;
  connectMs: number;
  onBroken: (error: Error) => void;
}): Promise<SharedBackend> {
  const client = await connectRedisClient({ url, connectMs, onBroken });
  const script = await client.scriptLoad(REDIS_SCRIPT).catch((error) => {
    client.destroy();
    throw error;
  });

  async function run<T>(operation: string, input: object): Promise<T> {
    const reply = await client.evalSha(script, { keys: [KEY_PREFIX], arguments: [operation, JSON.stringify(input)] });
    return JSON.parse(String(reply)) as T;
  }

  return {
    take: (instance, take) => run<TakeReply>("take", { instance, ...take }),
    settle: (instance, settlement) => run("settle", { instance, ...settlement }),
    raise: (raise) => run("raise", raise),
    join: (options) => run("join", options),
    renew: (lease) => run<boolean>("renew", lease),
    leave: (instance) => run("leave", { instance }),
    async close({ isBroken }) {
      if (!client.isOpen) return;
      if (isBroken) client.destroy();
      else await client.close();
    },
  };
}
