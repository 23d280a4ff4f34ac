/**
 * LiveWatchers: the open connections of live links in this process. Ends them when their link is revoked or expires, and
 * those of watchers who do not read.
 */
import type { InFlight, Ticking } from "#lib/gateway/request/in-flight.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { LIVE_LINK_LIMITS } from "./live-link-limits.ts";

type Link = { id: string; expiresAt: number };

export class LiveWatchers {
  private readonly inFlight: Pick<InFlight, "watch" | "unwatch">;
  private readonly byLink = new Map<string, Set<Watcher>>();
  private count = 0;

  constructor(inFlight: Pick<InFlight, "watch" | "unwatch">) {
    this.inFlight = inFlight;
  }

  /**
   * @param read begins to read the response
   * @throws GatewayError 429 when the link, or this process, has as many watchers as it may have
   */
  add(link: Link, read: () => AsyncIterator<Uint8Array>): Watcher {
    const watchers = this.byLink.get(link.id) ?? new Set();
    const isFull = watchers.size >= LIVE_LINK_LIMITS.perLink || this.count >= LIVE_LINK_LIMITS.watchers;
    if (isFull) throw errors.liveLinkFull();
    const watcher = new Watcher({
      source: read(),
      expiresAt: link.expiresAt,
      onDone: () => this.remove(link, watcher),
    });
    this.byLink.set(link.id, watchers.add(watcher));
    this.count++;
    this.inFlight.watch(watcher);
    return watcher;
  }

  /** Disconnects everybody who watches by this link. */
  revoke(id: string): void {
    for (const watcher of [...(this.byLink.get(id) ?? [])]) watcher.end(errors.liveLinkRevoked());
  }

  private remove({ id }: Link, watcher: Watcher): void {
    const watchers = this.byLink.get(id);
    if (!watchers?.delete(watcher)) return;
    if (watchers.size === 0) this.byLink.delete(id);
    this.count--;
    this.inFlight.unwatch(watcher);
  }
}

/** One watcher: yields the bytes of a response to the connection, one piece at a time and no piece ahead. */
export class Watcher implements AsyncIterableIterator<Uint8Array, undefined>, Ticking {
  slot = -1;
  private readonly source: AsyncIterator<Uint8Array>;
  private readonly expiresAt: number;
  private readonly onDone: () => void;
  private readonly ending = new AbortController();
  /** Time by `performance.now()` at which the connection got bytes that it has not sent yet. */
  private unreadSince: number | undefined;
  private isDone = false;

  constructor({
    source,
    expiresAt,
    onDone,
  }: {
    source: AsyncIterator<Uint8Array>;
    expiresAt: number;
    onDone: () => void;
  }) {
    this.source = source;
    this.expiresAt = expiresAt;
    this.onDone = onDone;
  }

  /** Aborts with the error that ends the response to the watcher. */
  get endedBy(): AbortSignal {
    return this.ending.signal;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.unreadSince = undefined;
    try {
      const { done, value } = await this.source.next();
      if (!done && !this.isDone) {
        this.unreadSince = performance.now();
        return { done: false, value };
      }
    } catch (error) {
      this.finish();
      throw error;
    }
    this.finish();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.finish();
    await this.source.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  tick(now: number): void {
    if (Date.now() >= this.expiresAt) this.end(errors.liveLinkExpired());
    else if (this.unreadSince !== undefined && now - this.unreadSince >= LIVE_LINK_LIMITS.unreadMs) {
      this.end(errors.liveWatcherSlow());
    }
  }

  end(error: GatewayError): void {
    this.finish();
    this.ending.abort(error);
  }

  private finish(): void {
    if (this.isDone) return;
    this.isDone = true;
    this.onDone();
  }
}
