"use client";

import { clsx } from "clsx";
import type { AnswerSnapshot } from "#lib/playground/answer.ts";
import type { ChatRun } from "#lib/playground/chat-run.ts";
import { costOf, describeCost, formatCost } from "#lib/playground/cost.ts";
import { formatCount, formatDuration, measure, type StreamTimings } from "#lib/playground/metrics.ts";
import { type AssistantTurn, chosenOf } from "#lib/playground/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";
import { Fact } from "../ui/fact.tsx";
import { useAnswerRank, usePrice } from "./metric-ranks.tsx";
import { useElapsed } from "./use-elapsed.ts";

/** The numbers of an answer, from the wire. In the accent while they run; muted when settled. */
export function MetricsStrip({
  turn,
  answer,
  timings,
  live,
  oneOfSeveral = false,
}: {
  turn: AssistantTurn;
  answer: AnswerSnapshot;
  timings: StreamTimings;
  live?: ChatRun;
  /** It has other versions: which model gave this one matters then, on a phone too. */
  oneOfSeveral?: boolean;
}) {
  const { describeEnding } = useChat().dialect;
  const best = useAnswerRank(turn.id);
  const price = usePrice(turn.model);
  if (turn.edited) {
    return (
      <p data-testid="metrics" className="text-numeric text-muted-foreground">
        <Fact title="Written or changed by hand: no model has said it so.">Edited by hand</Fact>
      </p>
    );
  }
  const metrics = measure(answer, timings);
  const cost = live ? undefined : costOf(metrics, price);
  const about = metrics.estimated ? "~" : "";
  const choice = chosenOf({ answer, chosen: turn.chosen });
  const finish = choice?.finishReason;
  const ending = choice && describeEnding?.(choice);
  return (
    <p
      data-testid="metrics"
      className={clsx(
        "text-numeric flex min-w-0 flex-wrap items-center gap-x-2 transition-colors duration-500",
        live ? "text-accent" : "text-muted-foreground",
      )}
    >
      {turn.state === "stopped" && (
        <Fact title="The request was aborted; the gateway cancels its upstream.">
          Stopped at {about}
          {formatCount(metrics.outputTokens ?? 0)} tokens
        </Fact>
      )}
      {finish === "length" && <Fact title="The answer reached its token limit.">Cut at the token limit</Fact>}
      {ending && <Fact title={ending.title}>{ending.label}</Fact>}
      {finish === "content_filter" && <Fact title="The upstream's filter ended the answer.">Filtered</Fact>}
      {metrics.timeToFirstToken !== undefined && (
        <Fact title="Time to first token, measured at the stream reader" best={best?.has("timeToFirstToken")}>
          TTFT {formatDuration(metrics.timeToFirstToken)}
        </Fact>
      )}
      {metrics.tokensPerSecond !== undefined && (
        <Fact title="Output tokens over the time from the first to the last" best={best?.has("tokensPerSecond")}>
          {about}
          {metrics.tokensPerSecond.toFixed(1)} tok/s
        </Fact>
      )}
      {metrics.outputTokens !== undefined && (
        <Fact title={tokenTitle(metrics)}>
          {metrics.inputTokens !== undefined && (
            <>
              {formatCount(metrics.inputTokens)} in
              {metrics.cachedTokens !== undefined && ` (${formatCount(metrics.cachedTokens)} cached)`} /{" "}
            </>
          )}
          {about}
          {formatCount(metrics.outputTokens)} out
        </Fact>
      )}
      {cost && price && (
        <Fact
          title={cost.amount === 0 ? "This model costs nothing" : describeCost(metrics, price)}
          best={best?.has("cost")}
        >
          {cost.amount === 0 ? "Free" : formatCost(cost)}
        </Fact>
      )}
      {live ? (
        <Elapsed startedAt={live.startedAt} />
      ) : (
        metrics.totalTime !== undefined && (
          <Fact title="Whole request" best={best?.has("totalTime")}>
            {formatDuration(metrics.totalTime)}
          </Fact>
        )
      )}
      {!live && answer.responseId && (
        <Fact title={answer.responseId} wideOnly>
          {answer.responseId.slice(0, 12)}…
        </Fact>
      )}
      {!live && (
        <Fact title="The model that answered" wideOnly={!oneOfSeveral}>
          {answer.model ?? turn.model}
          {turn.route.lane && turn.route.lane !== "sandbox" && ` · ${turn.route.lane}`}
        </Fact>
      )}
    </p>
  );
}

function Elapsed({ startedAt }: { startedAt: number }) {
  return <Fact title="Whole request">{formatDuration(useElapsed(startedAt, true))}</Fact>;
}

function tokenTitle({
  cachedTokens,
  cacheWriteTokens,
  reasoningTokens,
  estimated,
}: ReturnType<typeof measure>): string {
  const facts = [estimated ? "Estimated from characters" : "Tokens, as the upstream counted them"];
  if (cachedTokens) facts.push(`${formatCount(cachedTokens)} cached`);
  if (cacheWriteTokens) facts.push(`${formatCount(cacheWriteTokens)} written to the cache`);
  if (reasoningTokens) facts.push(`${formatCount(reasoningTokens)} for reasoning`);
  return facts.join(" · ");
}
