"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { AnswerSnapshot } from "#lib/playground/answer.ts";
import type { ChatRun } from "#lib/playground/chat-run.ts";
import { formatCount, formatDuration, measure, type StreamTimings } from "#lib/playground/metrics.ts";
import type { AssistantTurn } from "#lib/playground/transcript.ts";
import { useElapsed } from "./use-elapsed.ts";

/** The numbers of an answer, from the wire. In the accent while they run; muted when settled. */
export function MetricsStrip({
  turn,
  answer,
  timings,
  live,
}: {
  turn: AssistantTurn;
  answer: AnswerSnapshot;
  timings: StreamTimings;
  live?: ChatRun;
}) {
  const metrics = measure(answer, timings);
  const about = metrics.estimated ? "~" : "";
  const finish = (answer.choices[turn.chosen] ?? answer.choices[0])?.finishReason;
  return (
    <p
      data-testid="metrics"
      className={clsx(
        "text-numeric flex min-w-0 flex-wrap items-center gap-x-2 transition-colors duration-500",
        live ? "text-accent" : "text-muted-foreground",
      )}
    >
      {turn.state === "stopped" && (
        <Metric title="The request was aborted; the gateway cancels its upstream.">
          Stopped at {about}
          {formatCount(metrics.outputTokens ?? 0)} tokens
        </Metric>
      )}
      {finish === "length" && <Metric title="The answer reached its token limit.">Cut at the token limit</Metric>}
      {finish === "content_filter" && <Metric title="The upstream's filter ended the answer.">Filtered</Metric>}
      {metrics.timeToFirstToken !== undefined && (
        <Metric title="Time to first token, measured at the stream reader">
          TTFT {formatDuration(metrics.timeToFirstToken)}
        </Metric>
      )}
      {metrics.tokensPerSecond !== undefined && (
        <Metric title="Output tokens over the time from the first to the last">
          {about}
          {metrics.tokensPerSecond.toFixed(1)} tok/s
        </Metric>
      )}
      {metrics.outputTokens !== undefined && (
        <Metric title={tokenTitle(metrics)}>
          {metrics.inputTokens !== undefined && <>{formatCount(metrics.inputTokens)} in / </>}
          {about}
          {formatCount(metrics.outputTokens)} out
        </Metric>
      )}
      {live ? (
        <Elapsed startedAt={live.startedAt} />
      ) : (
        metrics.totalTime !== undefined && <Metric title="Whole request">{formatDuration(metrics.totalTime)}</Metric>
      )}
      {!live && (
        <Metric title="The model that answered" wideOnly>
          {answer.model ?? turn.model}
          {turn.route.lane && turn.route.lane !== "sandbox" && ` · ${turn.route.lane}`}
        </Metric>
      )}
    </p>
  );
}

function Elapsed({ startedAt }: { startedAt: number }) {
  return <Metric title="Whole request">{formatDuration(useElapsed(startedAt, true))}</Metric>;
}

function tokenTitle({ cachedTokens, reasoningTokens, estimated }: ReturnType<typeof measure>): string {
  const facts = [estimated ? "Estimated from characters" : "Tokens, as the upstream counted them"];
  if (cachedTokens) facts.push(`${formatCount(cachedTokens)} cached`);
  if (reasoningTokens) facts.push(`${formatCount(reasoningTokens)} for reasoning`);
  return facts.join(" · ");
}

function Metric({ title, wideOnly, children }: { title: string; wideOnly?: boolean; children: ReactNode }) {
  return (
    <span
      data-tooltip={title}
      className={clsx(
        "whitespace-nowrap not-first:before:mr-2 not-first:before:opacity-50 not-first:before:content-['·']",
        wideOnly && "max-sm:hidden",
      )}
    >
      {children}
    </span>
  );
}
