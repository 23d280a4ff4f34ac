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
   * @param request undefined for a person who is known and may not sign in: others of the same address may
   * @param account name of what it tried to be; its failures count from all addresses together
   * @throws GatewayError 429 with `retry-after` while its address, its account, or all together, sent too many
   */
  count(request: RequestOrigin | undefined, account?: string): void;
  /** Checks without counting, before work that a wrong credential should not cause. @throws GatewayError 429 */
  check(request: RequestOrigin): void;
  /**
   * Counts a wrong session cookie, each only once: a browser sends the cookie of an ended session until it signs in.
   * @throws GatewayError 429
   */
  countSession(request: RequestOrigin, token: string): void;
  /** Counts a wrong credential of another instance. */
  adopt(source: WrongCredential): void;
};

/** Source of a wrong credential. */
export type WrongCredential = {
  /** Undefined when it is not known. */
  address?: string | undefined;
  /** SHA-256 of the account. */
  account?: string | undefined;
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
  /** Called for each wrong credential that was counted. */
  onCount?: (source: WrongCredential) => void;
  now?: () => number;
}): CredentialThrottle {
  /** Series by address and by account, the latest failure at the end. */
  const series = new Map<string, Series>();
  const all: Series = { failures: 0, waitUntil: 0 };
  const endedSessions = new Set<string>();

  function check(address: string | undefined, account: string | undefined): void {
    const time = now();
    const waits = [
      { from: "your address", until: series.get(address ?? "")?.waitUntil },
      { from: "this account", until: account === undefined ? undefined : series.get(account)?.waitUntil },
      { from: "all addresses", until: all.waitUntil },
    ] as const;
    const wait = Math.max(...waits.map(({ until = 0 }) => until)) - time;
    if (wait <= 0) return;
    const from = waits.find(({ until = 0 }) => until > time)?.from ?? "all addresses";
    throw errors.tooManyWrongCredentials({ seconds: Math.ceil(wait / 1_000), from });
  }

  function count(request: RequestOrigin | undefined, name?: string): void {
    const address = request && addressOf(request);
    const account = name === undefined ? undefined : hashSecret(name);
    check(address, account);
    const source = { address, ...(account === undefined ? {} : { account }) };
    add(source);
    onCount(source);
  }

  function add({ address, account }: WrongCredential): void {
    const time = now();
    extend(all, LIMITS.inTotal, time);
    for (const name of [address, account]) {
      if (name === undefined) continue;
      const own = series.get(name) ?? { failures: 0, waitUntil: 0 };
      extend(own, LIMITS.perAddress, time);
      series.delete(name);
      series.set(name, own);
      if (series.size > LIMITS.addresses) series.delete(series.keys().next().value as string);
    }
  }

  return {
    count,
    check: (request) => check(addressOf(request), undefined),
    adopt: add,
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
