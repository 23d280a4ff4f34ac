/** Data of keys that have ended: nobody can use them any more. */
import type { Kysely } from "kysely";
import type { StorageKind } from "#lib/contract/storage.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

/** Time for which the data of a key are kept once it was revoked or has expired, in milliseconds. */
export const ENDED_KEY_MS = 30 * 86_400_000;
/** Kinds of data that end with their key. */
export const ENDS_WITH_KEY: readonly StorageKind[] = ["prompts", "conversations", "presets"];
/** Rows of one removal; a conversation may have megabytes. */
const BATCH = 50;

/**
 * Removes the conversations, presets and private prompts of keys that were revoked, or expired, before a time. Prompts
 * that others may call stay, and so does what keys of a person have stored: it is the person's.
 * @param before Unix milliseconds
 */
export async function removeDataOfEndedKeys(
  { db, prompts }: { db: Kysely<StoreTables>; prompts: Pick<Store["prompts"], "remove"> },
  { before, signal }: { before: number; signal: AbortSignal },
): Promise<void> {
  const ended = db
    .selectFrom("apiKeys")
    .select("id")
    .where("personId", "is", null)
    .where((where) => where.or([where("revokedAt", "<", before), where("expiresAt", "<", before)]));
  const conversations = db.selectFrom("conversations").select("number").where("keyId", "in", ended).limit(BATCH);
  await inBatches(signal, async () => {
    const numbers = (await conversations.execute()).map(({ number }) => number);
    if (numbers.length > 0) await db.deleteFrom("conversations").where("number", "in", numbers).execute();
    return numbers.length;
  });
  for (const table of ["conversationTombstones", "conversationOwners"] as const)
    if (!signal.aborted) await db.deleteFrom(table).where("keyId", "in", ended).execute();
  const own = db
    .selectFrom("prompts")
    .select(["keyId", "id"])
    .where("keyId", "in", ended)
    .where("visibility", "=", "private")
    .limit(BATCH);
  await inBatches(signal, async () => {
    const found = await own.execute();
    for (const prompt of found) await prompts.remove(prompt);
    return found.length;
  });
}

/** @param remove returns the number of rows that it has removed */
async function inBatches(signal: AbortSignal, remove: () => Promise<number>): Promise<void> {
  while (!signal.aborted) if ((await remove()) < BATCH) return;
}
