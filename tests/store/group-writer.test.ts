/** Writes that share transactions: none waits for a timer, and each learns what became of its own. */
import type { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { createGroupWriter } from "#lib/store/group-writer.ts";

const query = (sql: string) => ({ sql, parameters: [] }) as unknown as CompiledQuery;

/** A database whose transactions end when the test says so. */
function createDatabase() {
  const transactions: (PromiseWithResolvers<void> & { sql: string[] })[] = [];
  const group = createGroupWriter({
    writeTogether(queries) {
      const transaction = { sql: queries.map(({ sql }) => sql), ...Promise.withResolvers<void>() };
      transactions.push(transaction);
      return transaction.promise;
    },
  });
  return { transactions, write: (...sql: string[]) => group.write(sql.map(query)) };
}

it("writes at once, and collects later writes in one transaction", async () => {
  const { transactions, write } = createDatabase();
  const writes = [write("a"), write("b", "c"), write("d")];
  expect(transactions.map(({ sql }) => sql)).toEqual([["a"]]);
  transactions[0]?.resolve();
  await writes[0];
  expect(transactions.map(({ sql }) => sql)).toEqual([["a"], ["b", "c", "d"]]);
  transactions[1]?.resolve();
  await Promise.all(writes);
});

it("a failed transaction rejects its own writes only", async () => {
  const { transactions, write } = createDatabase();
  const first = write("a");
  const second = write("b");
  transactions[0]?.reject(new Error("full"));
  await expect(first).rejects.toThrow("full");
  transactions[1]?.resolve();
  await second;
});

it("an empty write ends after all earlier writes", async () => {
  const { transactions, write } = createDatabase();
  const order: string[] = [];
  const writes = [write("a").then(() => order.push("a")), write().then(() => order.push("nothing"))];
  await Promise.resolve();
  expect(order).toEqual([]);
  transactions[0]?.resolve();
  await Promise.all(writes);
  expect(order).toEqual(["a", "nothing"]);
});

it("a transaction has 50 writes at most", async () => {
  const { transactions, write } = createDatabase();
  const writes = Array.from({ length: 102 }, (_, index) => write(String(index)));
  for (let index = 0; index < 4; index++) {
    await expect.poll(() => transactions.length).toBe(Math.min(index + 1, 4));
    transactions[index]?.resolve();
  }
  await Promise.all(writes);
  expect(transactions.map(({ sql }) => sql.length)).toEqual([1, 50, 50, 1]);
});
