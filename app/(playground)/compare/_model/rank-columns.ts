/** Ranks the metrics of a whole comparison, question by question. */

import { listResponsesByQuestion, type RankedMetric, rankMetrics } from "#lib/playground/compare/rank-metrics.ts";
import type { Transcript } from "#lib/playground/conversation/transcript.ts";
import { calculateCost, type Price } from "#lib/playground/models/cost.ts";
import { measure } from "#lib/playground/streams/metrics.ts";

/** Returns the ranks by turn. Responses to the question with the same number are compared. */
export function rankColumns(
  transcripts: readonly Transcript[],
  priceOf: (model: string) => Price | undefined,
): Map<string, ReadonlySet<RankedMetric>> {
  const columns = transcripts.map(listResponsesByQuestion);
  const questions = Math.max(0, ...columns.map((answers) => answers.length));
  const ranks = new Map<string, ReadonlySet<RankedMetric>>();
  for (let question = 0; question < questions; question += 1) {
    const answers = columns.map((column) => column[question]).filter((answer) => answer !== undefined);
    const contenders = answers.map(({ id, state, answer, timings, model }) => {
      const metrics = measure(answer, timings);
      return { id, state, metrics, cost: calculateCost(metrics, priceOf(model)) };
    });
    for (const [id, best] of rankMetrics(contenders)) ranks.set(id, best);
  }
  return ranks;
}
