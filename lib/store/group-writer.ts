/** GroupWriter: writes that arrive during another one share the next transaction. None waits for a timer. */
import type { CompiledQuery } from "kysely";
import type { Backend } from "./backend.ts";

/** Writes in one transaction; a burst then takes turns with other writers. */
const LARGEST_GROUP = 50;

export type GroupWriter = {
  /**
   * Resolves when the queries are committed, after those of all earlier calls; rejects when they were rolled back.
   * @param keyId owner of the rows. A group writes its owners in a fixed order, like other instances, so that two of
   * them that change the sums of the same keys cannot deadlock.
   */
  write(queries: readonly CompiledQuery[], keyId?: string): Promise<void>;
};

type Waiting = PromiseWithResolvers<void> & { queries: readonly CompiledQuery[]; keyId: string };

export function createGroupWriter({ writeTogether }: Pick<Backend, "writeTogether">): GroupWriter {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, LARGEST_GROUP);
      try {
        const queries = group.toSorted(byOwner).flatMap((entry) => entry.queries);
        if (queries.length > 0) await writeTogether(queries);
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  }

  return {
    write(queries, keyId = "") {
      const entry: Waiting = { queries, keyId, ...Promise.withResolvers<void>() };
      waiting.push(entry);
      if (!isWriting) void writeAll();
      return entry.promise;
    },
  };
}

function byOwner(one: Waiting, other: Waiting): number {
  return one.keyId === other.keyId ? 0 : one.keyId < other.keyId ? -1 : 1;
}
