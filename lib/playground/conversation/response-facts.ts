/** The metrics under a response as text, in order, each with an explanation. */
import type { RankedMetric } from "../compare/rank-metrics.ts";
import type { TextDialect } from "../dialects/text-dialect.ts";
import { calculateCost, describeCost, formatCost, type Price } from "../models/cost.ts";
import { formatCount, formatDuration, type Metrics, measure } from "../streams/metrics.ts";
import { type AssistantTurn, getChosenChoice } from "./transcript.ts";

export type ResponseFact = {
  words: string;
  title: string;
  /** The metric that this fact shows, for ranking in a comparison. */
  metric?: RankedMetric;
  /** True for the few that are shown at first. */
  lead?: true;
};

type Measured = Pick<AssistantTurn, "answer" | "chosen" | "edited" | "model" | "route" | "state" | "timings">;

/** @param live the response is still streaming: facts known only at its end are omitted */
export function listResponseFacts(
  turn: Measured,
  {
    price,
    describeEnding,
    live = false,
  }: { price?: Price; describeEnding?: TextDialect["describeEnding"]; live?: boolean },
): ResponseFact[] {
  if (turn.edited) return [{ words: "Edited by hand", title: "Edited by hand, not written by a model.", lead: true }];
  const { answer, timings } = turn;
  const metrics = measure(answer, timings);
  const about = metrics.estimated ? "~" : "";
  const facts = listEndingFacts(turn, metrics, describeEnding);
  if (metrics.totalTime !== undefined && !live) {
    facts.push({ words: formatDuration(metrics.totalTime), title: "Whole request", metric: "totalTime", lead: true });
  }
  const cost = live ? undefined : calculateCost(metrics, price);
  if (cost && price) {
    facts.push({
      words: cost.amount === 0 ? "Free" : formatCost(cost),
      title: cost.amount === 0 ? "This model costs nothing" : describeCost(metrics, price),
      metric: "cost",
      lead: true,
    });
  }
  if (metrics.timeToFirstToken !== undefined) {
    facts.push({
      words: `TTFT ${formatDuration(metrics.timeToFirstToken)}`,
      title: "Time to first token, measured in this browser",
      metric: "timeToFirstToken",
    });
  }
  if (metrics.tokensPerSecond !== undefined) {
    facts.push({
      words: `${about}${metrics.tokensPerSecond.toFixed(1)} tok/s`,
      title: "Output tokens divided by the time from the first to the last",
      metric: "tokensPerSecond",
    });
  }
  if (metrics.outputTokens !== undefined) {
    facts.push({ words: describeTokens(metrics), title: tokenTitle(metrics), lead: true });
  }
  if (live) return facts;

  if (answer.responseId) facts.push({ words: `${answer.responseId.slice(0, 12)}…`, title: answer.responseId });
  const { lane, placeholders } = turn.route;
  if (placeholders) {
    facts.unshift({ words: "Placeholder values", title: `${placeholders} made up by the sandbox`, lead: true });
  }
  const way = lane && lane !== "sandbox" ? ` · ${lane}` : "";
  return [...facts, { words: `${answer.model ?? turn.model}${way}`, title: "Model" }];
}

/** Returns why the response ended, when it did not end normally. */
function listEndingFacts(
  turn: Measured,
  metrics: Metrics,
  describeEnding: TextDialect["describeEnding"],
): ResponseFact[] {
  const facts: ResponseFact[] = [];
  const choice = getChosenChoice(turn);
  const ending = choice && describeEnding?.(choice);
  if (turn.state === "stopped") {
    const tokens = `${metrics.estimated ? "~" : ""}${formatCount(metrics.outputTokens ?? 0)}`;
    const title = "You stopped the response.";
    facts.push({ words: `Stopped at ${tokens} tokens`, title, lead: true });
  }
  if (choice?.finishReason === "length") {
    facts.push({ words: "Cut at the token limit", title: "The response reached its token limit.", lead: true });
  }
  if (ending) facts.push({ words: ending.label, title: ending.title, lead: true });
  if (choice?.finishReason === "content_filter") {
    facts.push({ words: "Filtered", title: "The provider’s content filter stopped the response.", lead: true });
  }
  return facts;
}

function describeTokens({ inputTokens, cachedTokens, outputTokens = 0, estimated }: Metrics): string {
  const cached = cachedTokens === undefined ? "" : ` (${formatCount(cachedTokens)} cached)`;
  const input = inputTokens === undefined ? "" : `${formatCount(inputTokens)} in${cached} / `;
  return `${input}${estimated ? "~" : ""}${formatCount(outputTokens)} out`;
}

function tokenTitle({ cachedTokens, cacheWriteTokens, reasoningTokens, estimated }: Metrics): string {
  const facts = [estimated ? "Estimated from characters" : "Tokens, as counted by the provider"];
  if (cachedTokens) facts.push(`${formatCount(cachedTokens)} cached`);
  if (cacheWriteTokens) facts.push(`${formatCount(cacheWriteTokens)} written to the cache`);
  if (reasoningTokens) facts.push(`${formatCount(reasoningTokens)} for reasoning`);
  return facts.join(" · ");
}
