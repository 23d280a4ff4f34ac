/** The best numbers of a whole comparison, question by question. */
import { costOf, type Price } from "../cost.ts";
import { measure } from "../metrics.ts";
import type { Transcript } from "../transcript.ts";
import { answersByQuestion, type RankedMetric, rankMetrics } from "./rank-metrics.ts";

/** By turn. Answers stand against each other when they answer the question of the same number. */
export function rankColumns(
  transcripts: readonly Transcript[],
  priceOf: (model: string) => Price | undefined,
): Map<string, ReadonlySet<RankedMetric>> {
  const columns = transcripts.map(answersByQuestion);
  const questions = Math.max(0, ...columns.map((answers) => answers.length));
  const ranks = new Map<string, ReadonlySet<RankedMetric>>();
  for (let question = 0; question < questions; question += 1) {
    const answers = columns.map((column) => column[question]).filter((answer) => answer !== undefined);
    const contenders = answers.map(({ id, state, answer, timings, model }) => {
      const metrics = measure(answer, timings);
      return { id, state, metrics, cost: costOf(metrics, priceOf(model)) };
    });
    for (const [id, best] of rankMetrics(contenders)) ranks.set(id, best);
  }
  return ranks;
}
