"use client";

import { clsx } from "clsx";
import type { ChatRun } from "#lib/playground/chat/chat-run.ts";
import type { ModelResponse } from "#lib/playground/conversation/model-response.ts";
import { listResponseFacts } from "#lib/playground/conversation/response-facts.ts";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { formatDuration, type StreamTimings } from "#lib/playground/streams/metrics.ts";
import { useChat, useIsDemoRun } from "../chat/chat-context.tsx";
import { Fact, FactLine } from "../ui/fact.tsx";
import { usePrice, useResponseRank } from "./metric-ranks.tsx";
import { useElapsed } from "./use-elapsed.ts";

/** Metrics of a response: in the accent colour while it runs, muted when settled. */
export function MetricsStrip({
  turn,
  answer,
  timings,
  live,
  oneOfSeveral = false,
}: {
  turn: AssistantTurn;
  answer: ModelResponse;
  timings: StreamTimings;
  live?: ChatRun;
  /** True when there are other versions, so that the model's name matters, on phones too. */
  oneOfSeveral?: boolean;
}) {
  const { describeEnding } = useChat().dialect;
  const recorded = useIsDemoRun();
  const best = useResponseRank(turn.id);
  const price = usePrice(turn.model);
  const facts = listResponseFacts({ ...turn, answer, timings }, { price, describeEnding, live: live !== undefined });
  return (
    <FactLine
      testId="metrics"
      className={clsx("transition-colors duration-500", live ? "text-accent" : "text-muted-foreground")}
    >
      {recorded && <Fact title="A recorded sandbox run. Nothing was sent.">Recorded</Fact>}
      {facts.map(({ words, title, metric, detail }, index) => (
        <Fact
          key={title}
          title={title}
          best={metric && best?.has(metric)}
          wideOnly={detail && !(oneOfSeveral && index === facts.length - 1)}
        >
          {words}
        </Fact>
      ))}
      {live && !turn.edited && <Elapsed startedAt={live.startedAt} />}
    </FactLine>
  );
}

function Elapsed({ startedAt }: { startedAt: number }) {
  return <Fact title="Whole request">{formatDuration(useElapsed(startedAt, true))}</Fact>;
}
