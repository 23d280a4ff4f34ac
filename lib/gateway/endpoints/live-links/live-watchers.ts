/**
 * LiveWatchers: the open connections of live links in this process. Ends them when their link is revoked or expires,
 * when its owner's key no longer works, and those of watchers who do not read.
 */
import type { InFlight, Ticking } from "#lib/gateway/request/in-flight.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { LIVE_LINK_LIMITS } from "./live-link-limits.ts";

type Link = { id: string; keyId: string; expiresAt: number };

/** All watchers of one link. */
type Audience = { watchers: Set<Watcher>; keyId: string; checkedAt: number };

export class LiveWatchers {
  private readonly inFlight: Pick<InFlight, "watch" | "unwatch">;
  private readonly isKeyActive: (keyId: string) => Promise<boolean>;
  private readonly byLink = new Map<string, Audience>();
  private count = 0;

  constructor({
    inFlight,
    isKeyActive,
  }: {
    inFlight: Pick<InFlight, "watch" | "unwatch">;
    /** Tells whether the key or person that made a link may still use the gateway. */
    isKeyActive: (keyId: string) => Promise<boolean>;
  }) {
    this.inFlight = inFlight;
    this.isKeyActive = isKeyActive;
  }

  /**
   * @param read begins to read the response
   * @throws GatewayError 429 when the link, or this process, has as many watchers as it may have
   */
  add(link: Link, read: () => AsyncIterator<Uint8Array>): Watcher {
    const audience = this.byLink.get(link.id) ?? {
      watchers: new Set(),
      keyId: link.keyId,
      checkedAt: performance.now(),
    };
    const isFull = audience.watchers.size >= LIVE_LINK_LIMITS.perLink || this.count >= LIVE_LINK_LIMITS.watchers;
    if (isFull) throw errors.liveLinkFull();
    const watcher = new Watcher({
      source: read(),
      expiresAt: link.expiresAt,
      onTick: (now) => this.checkKey(link.id, now),
      onDone: () => this.remove(link, watcher),
    });
    audience.watchers.add(watcher);
    this.byLink.set(link.id, audience);
    this.count++;
    this.inFlight.watch(watcher);
    return watcher;
  }

  /** Disconnects everybody who watches by this link. */
  revoke(id: string): void {
    for (const watcher of [...(this.byLink.get(id)?.watchers ?? [])]) watcher.end(errors.liveLinkRevoked());
  }

  /** Asks once for all who watch by a link, whichever of them ticks first. */
  private checkKey(id: string, now: number): void {
    const audience = this.byLink.get(id);
    if (!audience || now - audience.checkedAt < LIVE_LINK_LIMITS.keyCheckMs) return;
    audience.checkedAt = now;
    this.isKeyActive(audience.keyId).then(
      (isActive) => !isActive && this.revoke(id),
      // While the store does not answer, nothing is known against the key; the next check decides.
      () => {},
    );
  }

  private remove({ id }: Link, watcher: Watcher): void {
    const watchers = this.byLink.get(id)?.watchers;
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
  private readonly onTick: (now: number) => void;
  private readonly onDone: () => void;
  private readonly ending = new AbortController();
  /** Time by `performance.now()` at which the connection got bytes that it has not sent yet. */
  private unreadSince: number | undefined;
  private isDone = false;

  constructor({
    source,
    expiresAt,
    onTick,
    onDone,
  }: {
    source: AsyncIterator<Uint8Array>;
    expiresAt: number;
    onTick: (now: number) => void;
    onDone: () => void;
  }) {
    this.source = source;
    this.expiresAt = expiresAt;
    this.onTick = onTick;
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
    } else this.onTick(now);
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
