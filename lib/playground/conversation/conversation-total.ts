/** Tokens and cost of all responses of a conversation. */

import { type Cost, calculateCost, formatCost, type Price } from "../models/cost.ts";
import { findServingModel } from "../models/route-attempts.ts";
import { formatCount, measure } from "../streams/metrics.ts";
import type { Turn } from "./transcript.ts";

export type ConversationTotal = {
  /** Responses with a token count, including those that were regenerated. */
  answers: number;
  inputTokens: number;
  outputTokens: number;
  /** True when a count is estimated. */
  about: boolean;
  /** Cost of the responses whose price is known; undefined when none is. */
  cost?: Cost;
  /** Responses without a known price. */
  unpriced: number;
};

/** Returns undefined while no response has a count. A streaming response counts when it has ended. */
export function calculateTotal(
  turns: Iterable<Turn>,
  priceOf: (model: string) => Price | undefined,
): ConversationTotal | undefined {
  const total: ConversationTotal = { answers: 0, inputTokens: 0, outputTokens: 0, about: false, unpriced: 0 };
  for (const turn of turns) {
    if (turn.role !== "assistant" || turn.edited || turn.state === "streaming") continue;
    const metrics = measure(turn.answer, turn.timings);
    if (metrics.outputTokens === undefined) continue;
    total.answers += 1;
    total.inputTokens += metrics.inputTokens ?? 0;
    total.outputTokens += metrics.outputTokens;
    total.about ||= metrics.estimated || metrics.inputTokens === undefined;
    const cost = calculateCost(metrics, priceOf(findServingModel(turn)));
    if (!cost) total.unpriced += 1;
    else {
      const { amount = 0, about = false } = total.cost ?? {};
      total.cost = { amount: amount + cost.amount, about: about || cost.about };
    }
  }
  return total.answers > 0 ? total : undefined;
}

/** "12,310 tokens · $0.042"; "—" for an unknown cost, "+" when only some responses have a known cost. */
export function describeTotal(total: ConversationTotal): { words: string; detail: string } {
  const { answers, inputTokens, outputTokens, unpriced } = total;
  const about = total.about ? "~" : "";
  const tokens = `${about}${formatCount(inputTokens + outputTokens)} tokens`;
  const whole = `${formatCount(answers)} ${answers === 1 ? "answer" : "responses, other versions included"}`;
  const counts = `${about}${formatCount(inputTokens)} in, ${about}${formatCount(outputTokens)} out`;
  const unknown = unpriced > 0 ? ` ${formatCount(unpriced)} without a known price.` : "";
  return {
    words: `${tokens} · ${describeTotalCost(total) ?? "—"}`,
    detail: `The whole conversation: ${whole}, ${counts}.${unknown}`,
  };
}

/** "$0.042", or "$0.042 + —"; undefined when no cost is known. */
export function describeTotalCost({ cost, unpriced }: ConversationTotal): string | undefined {
  return cost && `${formatCost(cost)}${unpriced > 0 ? " + —" : ""}`;
}
