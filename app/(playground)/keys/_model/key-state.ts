import type { ApiKey } from "#lib/contract/api-key.ts";

export type KeyState = "active" | "disabled" | "expired" | "revoked";

export function getKeyState({ revoked_at, expires_at, disabled_at }: ApiKey, now: number): KeyState {
  if (revoked_at !== null) return "revoked";
  if (expires_at !== null && expires_at <= now) return "expired";
  return disabled_at === null ? "active" : "disabled";
}

/** Sorts active keys first, then disabled ones; otherwise preserves the order, newest first. */
export function arrangeKeys(keys: readonly ApiKey[], now: number): ApiKey[] {
  const rank = (key: ApiKey) => ({ active: 0, disabled: 1, expired: 2, revoked: 2 })[getKeyState(key, now)];
  return keys.toSorted((one, other) => rank(one) - rank(other));
}
