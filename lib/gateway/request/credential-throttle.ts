/**
 * CredentialThrottle: limits wrong keys, sign-ins and session cookies, per client address and in total. It only counts
 * wrong credentials, after they were looked up: a right one is never slowed, wherever it comes from.
 */
import { errors } from "#lib/http/errors.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import { WRONG_CREDENTIAL_LIMITS as LIMITS } from "../limits.ts";
import type { RequestOrigin } from "./client-address.ts";

export type CredentialThrottle = {
  /**
   * Counts a wrong key or sign-in.
   * @throws GatewayError 429 with `retry-after` while its address, or all together, sent too many
   */
  count(request: RequestOrigin): void;
  /**
   * Counts a wrong session cookie, each only once: a browser sends the cookie of an ended session until it signs in.
   * @throws GatewayError 429
   */
  countSession(request: RequestOrigin, token: string): void;
  /** Counts a wrong credential of another instance. @param address undefined for one that is not known */
  adopt(address: string | undefined): void;
};

type Series = {
  /** Wrong credentials since the series began. */
  failures: number;
  /** Time until which further ones are refused without being counted, by a monotonic clock. */
  waitUntil: number;
};

type Allowance = (typeof LIMITS)["perAddress"] | (typeof LIMITS)["inTotal"];

export function createCredentialThrottle({
  addressOf,
  onCount = () => {},
  now = () => performance.now(),
}: {
  addressOf: (request: RequestOrigin) => string | undefined;
  /** Called with the address of each wrong credential that was counted. */
  onCount?: (address: string | undefined) => void;
  now?: () => number;
}): CredentialThrottle {
  /** Series by address, the latest failure at the end. */
  const addresses = new Map<string, Series>();
  const all: Series = { failures: 0, waitUntil: 0 };
  const endedSessions = new Set<string>();

  function count(request: RequestOrigin): void {
    const time = now();
    const address = addressOf(request);
    const own = findSeries(address);
    const ownWait = own ? own.waitUntil - time : 0;
    const wait = Math.max(ownWait, all.waitUntil - time);
    if (wait > 0) {
      const from = ownWait > 0 ? "your address" : "all addresses";
      throw errors.tooManyWrongCredentials({ seconds: Math.ceil(wait / 1_000), from });
    }
    add(address, own, time);
    onCount(address);
  }

  function add(address: string | undefined, own: Series | undefined, time: number): void {
    extend(all, LIMITS.inTotal, time);
    if (address === undefined || own === undefined) return;
    extend(own, LIMITS.perAddress, time);
    addresses.delete(address);
    addresses.set(address, own);
    if (addresses.size > LIMITS.addresses) addresses.delete(addresses.keys().next().value as string);
  }

  function findSeries(address: string | undefined): Series | undefined {
    return address === undefined ? undefined : (addresses.get(address) ?? { failures: 0, waitUntil: 0 });
  }

  return {
    count,
    adopt: (address) => add(address, findSeries(address), now()),
    countSession(request, token) {
      const hash = hashSecret(token);
      if (endedSessions.has(hash)) return;
      if (endedSessions.size >= LIMITS.endedSessions) endedSessions.clear();
      endedSessions.add(hash);
      count(request);
    },
  };
}

/** Doubles the wait with each failure after the free ones; a series without failures for a while starts anew. */
function extend(series: Series, { free, longestWaitMs }: Allowance, time: number): void {
  if (time - series.waitUntil > LIMITS.forgetMs) series.failures = 0;
  series.failures += 1;
  const exponent = series.failures - free;
  series.waitUntil = time + (exponent < 0 ? 0 : Math.min(longestWaitMs, LIMITS.firstWaitMs * 2 ** exponent));
}
