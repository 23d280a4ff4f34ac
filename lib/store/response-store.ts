import type { Kysely } from "kysely";
import type { Store, StoredResponse } from "./store.ts";
import type { ResponseItemTable, StoreTables } from "./tables.ts";

/** How long a response waits for others, to be written with them. */
const FLUSH_MS = 100;
const RETRY_MS = 1_000;
const ROWS_PER_BATCH = 50;
const ITEMS_PER_QUERY = 500;
/** Characters that wait while the database does not answer; the oldest go first. */
const MOST_WAITING = 64_000_000;

type Waiting = { response: StoredResponse; itemIds: string[] };

/**
 * Responses are written behind the answer: `save` only notes them, and who asks in the meantime is answered from memory.
 * @returns the store, and `stop`, which writes what waits and takes no more
 */
export function createResponseStore(
  db: Kysely<StoreTables>,
  log: (line: string) => void,
): { store: Store["responses"]; stop(): Promise<void> } {
  const waiting = new Map<string, Waiting>();
  let waitingSize = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  let failing = false;

  function forget(id: string): void {
    const entry = waiting.get(id);
    if (!entry) return;
    waiting.delete(id);
    waitingSize -= sizeOf(entry.response);
  }

  function arm(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch(() => arm(RETRY_MS));
    }, delayMs).unref();
  }

  function flush(): Promise<void> {
    flushing = flushing.catch(() => {}).then(drain);
    return flushing;
  }

  async function drain(): Promise<void> {
    try {
      while (waiting.size > 0) {
        const batch = [...waiting.values()].slice(0, ROWS_PER_BATCH);
        await write(db, batch);
        for (const entry of batch) if (waiting.get(entry.response.id) === entry) forget(entry.response.id);
      }
      failing = false;
    } catch (error) {
      if (!failing) log(`Responses cannot be stored (${String(error)}). They wait in memory and are tried again.`);
      failing = true;
      throw error;
    }
  }

  function dropOldest(): void {
    for (const id of waiting.keys()) {
      if (waitingSize <= MOST_WAITING || waiting.size === 1) return;
      log(`The response ${id} was not stored: too much waits for the store.`);
      forget(id);
    }
  }

  const store: Store["responses"] = {
    save(response, itemIds) {
      forget(response.id);
      waiting.set(response.id, { response, itemIds });
      waitingSize += sizeOf(response);
      if (waitingSize > MOST_WAITING) dropOldest();
      arm(FLUSH_MS);
    },

    async find({ id, keyId }) {
      const entry = waiting.get(id);
      if (entry) return entry.response.keyId === keyId ? entry.response : undefined;
      return db
        .selectFrom("responses")
        .selectAll()
        .where("id", "=", id)
        .where("keyId", "=", keyId)
        .where("expiresAt", ">", Date.now())
        .executeTakeFirst();
    },

    async findByItems({ itemIds, keyId }) {
      const wanted = new Set(itemIds);
      const found = new Map<string, StoredResponse>();
      const ids = [...wanted];
      for (let start = 0; start < ids.length; start += ITEMS_PER_QUERY) {
        const rows = await db
          .selectFrom("responses")
          .innerJoin("responseItems", "responseItems.responseId", "responses.id")
          .selectAll("responses")
          .where("responseItems.keyId", "=", keyId)
          .where("responses.keyId", "=", keyId)
          .where("responseItems.itemId", "in", ids.slice(start, start + ITEMS_PER_QUERY))
          .where("responses.expiresAt", ">", Date.now())
          .execute();
        for (const row of rows) found.set(row.id, row);
      }
      for (const { response, itemIds: own } of waiting.values()) {
        if (response.keyId === keyId && own.some((id) => wanted.has(id))) found.set(response.id, response);
      }
      return [...found.values()];
    },

    async remove({ id, keyId }) {
      const isWaiting = waiting.get(id)?.response.keyId === keyId;
      if (isWaiting) forget(id);
      // A batch that is on its way may hold it.
      await flushing.catch(() => {});
      // Entries of its items stay until they expire: without the response they lead nowhere.
      const [result] = await db.deleteFrom("responses").where("id", "=", id).where("keyId", "=", keyId).execute();
      return isWaiting || (result?.numDeletedRows ?? 0n) > 0n;
    },

    async noteAlive(ids, at) {
      if (ids.length === 0) return;
      await db
        .updateTable("responses")
        .set({ aliveAt: at })
        .where("id", "in", ids)
        .where("aliveAt", "is not", null)
        .execute();
    },
  };

  return {
    store,
    stop() {
      clearTimeout(timer);
      return flush();
    },
  };
}

async function write(db: Kysely<StoreTables>, batch: Waiting[]): Promise<void> {
  const items = new Map<string, ResponseItemTable>();
  for (const { response, itemIds } of batch) {
    const { keyId, id: responseId, expiresAt } = response;
    for (const itemId of itemIds) items.set(`${keyId} ${itemId}`, { keyId, itemId, responseId, expiresAt });
  }
  const rows = [...items.values()];
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("responses")
      .values(batch.map(({ response }) => response))
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref }) => ({
          aliveAt: ref("excluded.aliveAt"),
          response: ref("excluded.response"),
          input: ref("excluded.input"),
        })),
      )
      .execute();
    for (let start = 0; start < rows.length; start += ITEMS_PER_QUERY) {
      await transaction
        .insertInto("responseItems")
        .values(rows.slice(start, start + ITEMS_PER_QUERY))
        .onConflict((conflict) =>
          conflict.columns(["keyId", "itemId"]).doUpdateSet(({ ref }) => ({
            responseId: ref("excluded.responseId"),
            expiresAt: ref("excluded.expiresAt"),
          })),
        )
        .execute();
    }
  });
}

function sizeOf({ response, input }: StoredResponse): number {
  return response.length + input.length;
}
