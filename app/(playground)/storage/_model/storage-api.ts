/** Client of `/api/storage`. */
import type { ClearableKind, StorageCut, StorageReport } from "#lib/contract/storage.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

export const STORAGE_QUERY = ["storage"];

/** @throws RequestFailed, as do all functions here */
export async function readStorage(signal?: AbortSignal): Promise<StorageReport> {
  return (await requireGood(await callGateway("/api/storage", { signal }))).json();
}

/** Counts what `clearStorage` would remove. @param age such as `30d` */
export async function previewClear(kind: ClearableKind, age: string, signal?: AbortSignal): Promise<StorageCut> {
  return (await requireGood(await callGateway(pathOf(kind, age), { signal }))).json();
}

/** Removes data of a kind that are older than an age. */
export async function clearStorage(kind: ClearableKind, age: string): Promise<StorageCut> {
  return (await requireGood(await callGateway(pathOf(kind, age), { method: "DELETE" }))).json();
}

const pathOf = (kind: ClearableKind, age: string) => `/api/storage/${kind}?${new URLSearchParams({ older_than: age })}`;
