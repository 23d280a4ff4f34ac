import { randomUUID } from "node:crypto";
import type { Backend } from "./backend.ts";

const TIME_OUT_MS = 2_000;

/**
 * Creates a function that checks that the store is writable: it writes a row and reads it back, within two seconds.
 * Concurrent calls share its result, so that a stuck database collects no queue of probes.
 */
export function createProbe({ db, checkPlace }: Pick<Backend, "db" | "checkPlace">): () => Promise<void> {
  const id = randomUUID();
  let underWay: Promise<void> | undefined;

  async function probe(): Promise<void> {
    await checkPlace();
    const row = { id, value: randomUUID(), time: Date.now() };
    await db
      .insertInto("probe")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ value: row.value, time: row.time }))
      .execute();
    const found = await db.selectFrom("probe").select("value").where("id", "=", id).executeTakeFirst();
    if (found?.value !== row.value) throw new Error("The store does not give back what was written to it.");
  }

  return () => {
    underWay ??= probe().finally(() => {
      underWay = undefined;
    });
    return withTimeOut(underWay);
  };
}

async function withTimeOut(promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeOut = new Promise<never>((_resolve, reject) => {
    const error = new Error(`The store did not answer within ${TIME_OUT_MS / 1000} seconds.`);
    timer = setTimeout(reject, TIME_OUT_MS, error);
  });
  try {
    await Promise.race([promise, timeOut]);
  } finally {
    clearTimeout(timer);
  }
}
