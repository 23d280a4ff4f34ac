import { type PackedSums, unpackSums } from "./packed-sums.ts";
import type { UsageQuery, UsageQuestion, UsageStore } from "./usage.ts";
import type { UsageHours } from "./usage-hours.ts";
import type { UsageWorker } from "./usage-worker.ts";

type Batch = { questions: UsageQuestion[]; answers: Promise<unknown[]> };

/**
 * @param flush writes buffered rows, so that a request that has just ended counts; when it fails, the older rows still
 * count
 */
export function createUsageStore({
  worker,
  hours,
  flush,
}: {
  worker: Pick<UsageWorker, "answer">;
  hours: UsageHours;
  flush: () => Promise<void>;
}): UsageStore {
  /** Questions that wait for the buffered rows, by the rows that they are about. */
  const waiting = new Map<string, Batch>();

  function open(name: string, query: UsageQuery): Batch {
    const questions: UsageQuestion[] = [];
    const send = async () => {
      await flush().catch(() => {});
      waiting.delete(name);
      return worker.answer(query, questions);
    };
    const batch = { questions, answers: send() };
    waiting.set(name, batch);
    return batch;
  }

  async function ask<Answer>(query: UsageQuery, question: UsageQuestion): Promise<Answer> {
    const name = JSON.stringify(query);
    const batch = waiting.get(name) ?? open(name, query);
    const index = batch.questions.push(question) - 1;
    return (await batch.answers)[index] as Answer;
  }

  return {
    models: (query) => ask(query, { kind: "models" }),
    groups: (query, options) => ask(query, { kind: "groups", ...options }),
    async sums(query, split) {
      const packed = await ask<PackedSums>(query, { kind: "sums", ...split });
      return unpackSums(packed, split.group);
    },
    latencies: (query, { kind, ...split }) => ask(query, { kind: "latencies", of: kind, ...split }),
    storeHours: hours.store,
  };
}
