/** Finds the best value of each metric among several responses to one question. */

import { type AssistantTurn, type Transcript, visiblePath } from "../conversation/transcript.ts";
import type { Cost } from "../models/cost.ts";
import type { Metrics } from "../streams/metrics.ts";

/** Metrics with a better and a worse direction. Token counts have none. */
export type RankedMetric = "timeToFirstToken" | "tokensPerSecond" | "totalTime" | "cost";

const RANKED_METRICS: readonly RankedMetric[] = ["timeToFirstToken", "tokensPerSecond", "totalTime", "cost"];

export type Contender = {
  id: string;
  /** Only a complete response can be the best. */
  state: AssistantTurn["state"];
  metrics: Metrics;
  cost?: Cost;
};

/**
 * Returns the best metrics by contender. A metric is ranked when at least two have it; when all are equal, none is the
 * best.
 */
export function rankMetrics(contenders: readonly Contender[]): Map<string, ReadonlySet<RankedMetric>> {
  const best = new Map<string, Set<RankedMetric>>();
  // A response that still streams may turn out to be the best.
  if (contenders.some(({ state }) => state === "streaming")) return best;
  const finished = contenders.filter(({ state }) => state === "complete");
  for (const metric of RANKED_METRICS) {
    const values = finished.flatMap((contender) => {
      const value = getNumber(contender, metric);
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

function getNumber({ metrics, cost }: Contender, metric: RankedMetric): number | undefined {
  return metric === "cost" ? cost?.amount : metrics[metric];
}

/** Returns the visible responses, one per question: the last that followed it, tool results included. */
export function listResponsesByQuestion(transcript: Transcript): (AssistantTurn | undefined)[] {
  const answers: (AssistantTurn | undefined)[] = [];
  for (const turn of visiblePath(transcript)) {
    if (turn.role === "user") answers.push(undefined);
    else if (turn.role === "assistant" && answers.length > 0) answers[answers.length - 1] = turn;
  }
  return answers;
}
