import type { ApiKey } from "#lib/contract/api-key.ts";

export type KeyState = "active" | "expired" | "revoked";

export function getKeyState({ revoked_at, expires_at }: ApiKey, now: number): KeyState {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}

/** Sorts active keys first; otherwise preserves the order, newest first. */
export function arrangeKeys(keys: readonly ApiKey[], now: number): ApiKey[] {
  const isEnded = (key: ApiKey) => Number(getKeyState(key, now) !== "active");
  return keys.toSorted((one, other) => isEnded(one) - isEnded(other));
}
