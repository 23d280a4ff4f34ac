import { createClient } from "@redis/client";

export type RedisClient = ReturnType<typeof createRedisClient>;

/**
 * Connects to Redis once. A connection that breaks stays broken: the caller makes a new one.
 * @param url `redis://user:password@host:port/database`, or `rediss://` for TLS
 * @param onBroken called when the connection breaks after it was made
 * @throws when the server cannot be reached within `connectMs`, or refuses; see `isRefusal`
 */
export async function connectRedisClient({
  url,
  connectMs,
  onBroken,
}: {
  url: string;
  connectMs: number;
  onBroken: (error: Error) => void;
}): Promise<RedisClient> {
  const client = createRedisClient(url, connectMs);
  let failConnecting: (error: Error) => void = () => {};
  let isConnected = false;
  client.on("error", (error: Error) => (isConnected ? onBroken(error) : failConnecting(error)));
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    failConnecting = reject;
    // The server may take the connection and then say nothing.
    timer = setTimeout(() => reject(new Error(`no response within ${connectMs} ms`)), connectMs);
  });
  try {
    await Promise.race([client.connect().then(() => client.ping()), failed]);
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  isConnected = true;
  return client;
}

function createRedisClient(url: string, connectMs: number) {
  return createClient({
    url,
    name: "parlance",
    // Version 3 of the protocol needs Redis 6, and nothing here needs version 3.
    RESP: 2,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });
}

/** Returns true for an error that the server itself replies to the connection: a wrong password, or no such database. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:invalid password|DB index|.*AUTH)\b)/i.test(error.message)
  );
}
