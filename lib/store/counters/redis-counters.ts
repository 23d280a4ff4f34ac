import { createClient } from "@redis/client";
import type { SharedBackend, TakeReply } from "./counter-backend.ts";
import { REDIS_SCRIPT } from "./redis-script.ts";

/** Hash tag of all keys: a script may use only keys of one slot. */
const KEY_PREFIX = "{parlance}:";

/**
 * Connects to Redis once. A connection that breaks stays broken: the caller makes a new one, and joins again.
 * @param url `redis://user:password@host:port/database`, or `rediss://` for TLS
 * @param onBroken called when the connection breaks after it was made
 * @throws when the server cannot be reached within `connectMs`, or refuses; see `isRefusal`
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
  const client = createClient({
    url,
    name: "parlance",
    // Version 3 of the protocol needs Redis 6, and nothing here needs version 3.
    RESP: 2,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });
  let failConnecting: (error: Error) => void = () => {};
  let isConnected = false;
  client.on("error", (error: Error) => (isConnected ? onBroken(error) : failConnecting(error)));
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    failConnecting = reject;
    // The server may take the connection and then say nothing.
    timer = setTimeout(() => reject(new Error(`no response within ${connectMs} ms`)), connectMs);
  });
  let script: string;
  try {
    script = await Promise.race([client.connect().then(() => client.scriptLoad(REDIS_SCRIPT)), failed]);
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  isConnected = true;

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

/** Returns true for an error that the server itself replies to the connection: a wrong password, or no such database. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:invalid password|DB index|.*AUTH)\b)/i.test(error.message)
  );
}
