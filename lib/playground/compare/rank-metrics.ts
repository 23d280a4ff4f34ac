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

/** Lead that the best value must have over every other, as a share: times vary by a few percent from run to run. */
const CLEAR_LEAD = 0.1;

/** Returns the best metrics by contender. A metric has a best value when it beats each of the others by 10%. */
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
    values.sort((a, b) => (metric === "tokensPerSecond" ? b.value - a.value : a.value - b.value));
    const [first, second] = values;
    if (!first || !second) continue;
    const [smaller, larger] = metric === "tokensPerSecond" ? [second.value, first.value] : [first.value, second.value];
    if (larger > smaller && larger - smaller >= smaller * CLEAR_LEAD)
      best.set(first.id, (best.get(first.id) ?? new Set()).add(metric));
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
