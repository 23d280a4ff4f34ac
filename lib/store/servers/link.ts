import { describeReason } from "#lib/http/storage-fault.ts";

/** Connection to a server. `ping` rejects when the server does not respond. */
export type Connection = {
  ping(): Promise<unknown>;
  close(): Promise<unknown> | undefined;
};

export type LinkOptions<Server extends Connection> = {
  /** Server, for people: `Redis` or `Postgres`. */
  title: string;
  /** Connects once. @param onBroken to be called when the connection breaks */
  connect: (onBroken: (error: Error) => void) => Promise<Server>;
  log: (line: string) => void;
  /** Sentence for the log: the difference that the missing server makes. */
  whileGone: string;
  times?: LinkTimes;
};

/** Times in milliseconds. */
export type LinkTimes = {
  /** Time between two tries to reach a server that is gone. */
  retryMs: number;
  /** Time between two checks of a connection, which may break in silence. */
  pingMs: number;
  /** Wait for one reply, after which the server counts as gone. */
  replyMs: number;
};

const TIMES: LinkTimes = { retryMs: 1_000, pingMs: 5_000, replyMs: 5_000 };

/** Link: a connection to a server, made again whenever it broke. */
export class Link<Server extends Connection> {
  /** Undefined while the server is gone. */
  server: Server | undefined;
  private readonly options: LinkOptions<Server>;
  private readonly times: LinkTimes;
  private readonly openListeners = new Set<(server: Server) => void>();
  private retry: NodeJS.Timeout | undefined;
  private readonly pinging: NodeJS.Timeout;
  private isClosed = false;
  private isLoggedGone = false;

  constructor(options: LinkOptions<Server>) {
    this.options = options;
    this.times = options.times ?? TIMES;
    this.pinging = setInterval(() => void this.run((server) => server.ping()), this.times.pingMs).unref();
    void this.reach();
  }

  /** Calls back for each connection that is made; at once when there is one. @returns a function that ends that */
  onOpen(listener: (server: Server) => void): () => void {
    this.openListeners.add(listener);
    if (this.server) listener(this.server);
    return () => void this.openListeners.delete(listener);
  }

  /** Runs a call. @returns undefined when the server is gone, or fails the call or does not reply in time */
  async run<T>(call: (server: Server) => Promise<T>): Promise<T | undefined> {
    const { server } = this;
    if (!server) return undefined;
    try {
      return await within(call(server), this.times.replyMs);
    } catch (error) {
      this.leave(server, error);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.pinging);
    clearTimeout(this.retry);
    this.openListeners.clear();
    const { server } = this;
    this.server = undefined;
    await Promise.resolve(server?.close()).catch(() => {});
  }

  private async reach(): Promise<void> {
    const made: { server?: Server; error?: Error } = {};
    try {
      const server = await this.options.connect((error) => {
        made.error = error;
        if (made.server) this.leave(made.server, error);
      });
      made.server = server;
      if (made.error) throw made.error;
      if (this.isClosed) return void Promise.resolve(server.close()).catch(() => {});
      this.server = server;
      if (this.isLoggedGone) this.options.log(`${this.options.title} is back: instances share their state again.`);
      this.isLoggedGone = false;
      for (const listener of [...this.openListeners]) listener(server);
    } catch (error) {
      this.retryLater(error);
    }
  }

  private leave(server: Server, error: unknown): void {
    if (this.server !== server) return;
    this.server = undefined;
    Promise.resolve(server.close()).catch(() => {});
    this.retryLater(error);
  }

  private retryLater(error: unknown): void {
    if (this.isClosed) return;
    const { title, log, whileGone } = this.options;
    if (!this.isLoggedGone) log(`${title} cannot be reached: ${describeReason(error)}. ${whileGone}`);
    this.isLoggedGone = true;
    this.retry = setTimeout(() => void this.reach(), this.times.retryMs).unref();
  }
}

/** @throws when there is no reply in time */
async function within<T>(reply: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms).unref();
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}
