import { createPostgresPool } from "../postgres-pool.ts";
import { type Connection, Link, type LinkTimes } from "../servers/link.ts";
import type { Transport } from "./bus.ts";

const CHANNEL = "parlance_bus";

type PostgresServer = Connection & { notify(text: string): Promise<unknown> };

/** Carries messages by LISTEN and NOTIFY, on connections of its own. A message has at most 8,000 bytes. */
export function createPostgresTransport({
  databaseUrl,
  log,
  times,
}: {
  databaseUrl: string;
  log: (line: string) => void;
  times?: LinkTimes | undefined;
}): Transport {
  const link = new Link<PostgresServer>({
    title: "Postgres, as the bus between instances,",
    log,
    whileGone: "Until it is back, changes of other instances take effect within 2 s.",
    ...(times ? { times } : {}),
    async connect(onBroken) {
      const pool = createPostgresPool(databaseUrl, () => {}, { max: 2 });
      const close = () => pool.end();
      try {
        const client = await pool.connect();
        client.on("error", onBroken);
        client.on("end", () => onBroken(new Error("the connection ended")));
        client.on("notification", ({ payload }) => transport.onText(payload ?? ""));
        await client.query(`listen ${CHANNEL}`);
        return {
          notify: (text) => pool.query("select pg_notify($1, $2)", [CHANNEL, text]),
          ping: () => client.query("select 1"),
          close() {
            client.release(true);
            return close();
          },
        };
      } catch (error) {
        void close();
        throw error;
      }
    },
  });
  const transport: Transport = {
    store: "postgres",
    get isOpen() {
      return link.server !== undefined;
    },
    send: (text) => void link.run((server) => server.notify(text)),
    onText() {},
    onOpen() {},
    close: () => link.close(),
  };
  link.onOpen(() => transport.onOpen());
  return transport;
}
