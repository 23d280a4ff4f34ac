import type { RedisLink, RedisServer } from "../servers/redis-link.ts";
import type { Transport } from "./bus.ts";

const CHANNEL = "{parlance}:bus";

/** Carries messages by a Redis channel. @param link closed by its owner */
export function createRedisTransport(link: RedisLink): Transport {
  /** Connection whose subscription the server has confirmed. */
  let subscribed: RedisServer | undefined;
  const transport: Transport = {
    store: "redis",
    get isOpen() {
      return subscribed !== undefined && subscribed === link.server;
    },
    send: (text) => void link.run(({ client }) => client.publish(CHANNEL, text)),
    onText() {},
    onOpen() {},
    close: async () => {},
  };
  link.onOpen(
    (server) =>
      void link.run(async ({ subscriber }) => {
        await subscriber.subscribe(CHANNEL, (text) => transport.onText(text));
        subscribed = server;
        transport.onOpen();
      }),
  );
  return transport;
}
