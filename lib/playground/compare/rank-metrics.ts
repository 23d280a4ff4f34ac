/** Which of several answers to one question has the best value of each number. */

import { type AssistantTurn, type Transcript, visiblePath } from "../conversation/transcript.ts";
import type { Cost } from "../models/cost.ts";
import type { Metrics } from "../streams/metrics.ts";

/** The numbers of which one value is better than another; more or fewer tokens are neither. */
export type RankedMetric = "timeToFirstToken" | "tokensPerSecond" | "totalTime" | "cost";

const RANKED_METRICS: readonly RankedMetric[] = ["timeToFirstToken", "tokensPerSecond", "totalTime", "cost"];

export type Contender = {
  id: string;
  /** Only an answer that came to its end can be the best. */
  state: AssistantTurn["state"];
  metrics: Metrics;
  cost?: Cost;
};

/** The best metrics by contender. A number is ranked when two have it; where all are equal, none is the best. */
export function rankMetrics(contenders: readonly Contender[]): Map<string, ReadonlySet<RankedMetric>> {
  const best = new Map<string, Set<RankedMetric>>();
  // While one still runs, it may yet turn out to be the best.
  if (contenders.some(({ state }) => state === "streaming")) return best;
  const finished = contenders.filter(({ state }) => state === "complete");
  for (const metric of RANKED_METRICS) {
    const values = finished.flatMap((contender) => {
      const value = numberOf(contender, metric);
      return value === undefined ? [] : [{ id: contender.id, value }];
    });
    const numbers = values.map(({ value }) => value);
    const top = metric === "tokensPerSecond" ? Math.max(...numbers) : Math.min(...numbers);
    if (values.length < 2 || numbers.every((value) => value === top)) continue;
    for (const { id, value } of values) {
      if (value === top) best.set(id, (best.get(id) ?? new Set()).add(metric));
    }
  }
  return best;
}

function numberOf({ metrics, cost }: Contender, metric: RankedMetric): number | undefined {
  return metric === "cost" ? cost?.amount : metrics[metric];
}

/** The answers on screen, one for each question: the last that followed it, results of tools included. */
export function answersByQuestion(transcript: Transcript): (AssistantTurn | undefined)[] {
  const answers: (AssistantTurn | undefined)[] = [];
  for (const turn of visiblePath(transcript)) {
    if (turn.role === "user") answers.push(undefined);
    else if (turn.role === "assistant" && answers.length > 0) answers[answers.length - 1] = turn;
  }
  return answers;
}
