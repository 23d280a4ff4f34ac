/** Use of a key's quotas. */
import type { QuotaKind } from "#lib/config/quotas.ts";

export type QuotaOwner = { keyId: string; kind: QuotaKind };

export type QuotaUse = { items: number; bytes: number };

/**
 * Reserves places until the returned function is called: when the items are stored, or will not be.
 * @throws GatewayError 507 when there are not enough places
 */
export type ReservePlaces = (owner: QuotaOwner, items: number) => Promise<() => void>;
