/** KeyPool: several API keys of one upstream, used in turn. A key that the upstream refuses is set aside for a time. */
import { createHash } from "node:crypto";
import type { UpstreamKey } from "#lib/config/upstream-settings.ts";
import type { ProviderKeyState } from "#lib/contract/provider.ts";
import type { ResponseHeaders } from "./receiver.ts";
import { readRetryAfter } from "./retry-rule.ts";

/** Refusals that may be due to the key: the same request with another one may be served. */
const KEY_REFUSALS = new Set([401, 402, 403, 429]);

/** Times in milliseconds for which a key is set aside. */
const ASIDE_MS = {
  /** After a 429 that names no time. */
  busy: 10_000,
  /** After another refusal that names no time: a key that was revoked or has no credit. */
  refused: 300_000,
  /** An upstream that says 0 would get the same key at once. */
  shortest: 1_000,
  longest: 3_600_000,
};

export type PooledKey = UpstreamKey & {
  /** Time at which it is used again, by the pool's clock; 0 while it is in use. */
  asideUntil: number;
  /** Status with which it was refused last; undefined while it is in use. */
  refusedWith?: number | undefined;
};

/** Key that is set aside. @param key shortened SHA-256 of the key */
export type AsideKey = { key: string; asideMs: number; status: number };

export class KeyPool {
  /** Called when a key is set aside by a request of this process. */
  onAside: (aside: AsideKey) => void = () => {};
  private readonly keys: PooledKey[];
  private readonly now: () => number;
  private turn = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(keys: readonly UpstreamKey[], now: () => number = () => performance.now()) {
    this.keys = keys.map((key) => ({ ...key, asideUntil: 0 }));
    this.now = now;
  }

  get size(): number {
    return this.keys.length;
  }

  /** Returns the key whose turn it is; when all are set aside, the one that is used again first. */
  take(): PooledKey {
    const next = this.findNext();
    if (next) return next;
    return this.keys.reduce((first, key) => (key.asideUntil < first.asideUntil ? key : first));
  }

  /**
   * Sets a key aside when a response shows that it was refused, for as long as the upstream says.
   * @returns the key with which to send the request again at once; undefined when it was not refused, or none is left
   */
  refuse(key: PooledKey, status: number, headers: ResponseHeaders): PooledKey | undefined {
    if (!KEY_REFUSALS.has(status)) return undefined;
    const usual = status === 429 ? ASIDE_MS.busy : ASIDE_MS.refused;
    const wait = Math.min(Math.max(readRetryAfter(headers) ?? usual, ASIDE_MS.shortest), ASIDE_MS.longest);
    this.setAside(key, wait, status);
    this.onAside({ key: hashKey(key), asideMs: wait, status });
    return this.findNext();
  }

  /** Sets a key aside as another instance has. */
  adopt({ key: hash, asideMs, status }: AsideKey): void {
    const key = this.keys.find((one) => hashKey(one) === hash);
    if (key) this.setAside(key, Math.min(asideMs, ASIDE_MS.longest), status);
  }

  /** Returns a request's headers with this key in place of the first one, which dialects write. */
  sign(headers: Record<string, string>, { value }: PooledKey): Record<string, string> {
    const first = this.keys[0]?.value ?? "";
    if (value === first) return headers;
    const bearer = `Bearer ${first}`;
    return Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [
        name,
        text === first ? value : text === bearer ? `Bearer ${value}` : text,
      ]),
    );
  }

  describe(): ProviderKeyState[] {
    const now = this.now();
    return this.keys.map(({ variable, asideUntil, refusedWith }) =>
      asideUntil <= now || refusedWith === undefined
        ? { variable, state: "active" }
        : { variable, state: "set aside", status: refusedWith, retry_in_ms: Math.ceil(asideUntil - now) },
    );
  }

  private setAside(key: PooledKey, ms: number, status: number): void {
    key.asideUntil = Math.max(key.asideUntil, this.now() + ms);
    key.refusedWith = status;
  }

  private findNext(): PooledKey | undefined {
    const now = this.now();
    for (let step = 0; step < this.keys.length; step++) {
      const key = this.keys[(this.turn + step) % this.keys.length] as PooledKey;
      if (key.asideUntil > now) continue;
      this.turn = (this.turn + step + 1) % this.keys.length;
      return key;
    }
    return undefined;
  }
}

function hashKey({ value }: UpstreamKey): string {
  return createHash("sha256").update(value).digest("hex").slice(0, 16);
}
