"use client";

import { clsx } from "clsx";
import { useState } from "react";
import type { ChatRun } from "#lib/playground/chat/chat-run.ts";
import type { ModelResponse } from "#lib/playground/conversation/model-response.ts";
import { listResponseFacts, type ResponseFact } from "#lib/playground/conversation/response-facts.ts";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { findServingModel } from "#lib/playground/models/route-attempts.ts";
import { formatDuration, type StreamTimings } from "#lib/playground/streams/metrics.ts";
import { useChat, useIsDemoRun } from "../chat/chat-context.tsx";
import { Fact, FactLine, MoreFacts } from "../ui/fact.tsx";
import { usePrice, useResponseRank } from "./metric-ranks.tsx";
import { useElapsed } from "./use-elapsed.ts";

/**
 * Metrics of a response: in the accent colour while it runs, muted when settled. One row; the rest is behind a button,
 * except where responses are compared.
 */
export function MetricsStrip({
  turn,
  answer,
  timings,
  live,
}: {
  turn: AssistantTurn;
  answer: ModelResponse;
  timings: StreamTimings;
  live?: ChatRun;
}) {
  const { describeEnding } = useChat().dialect;
  const recorded = useIsDemoRun();
  const best = useResponseRank(turn.id);
  const price = usePrice(findServingModel(turn));
  const facts = listResponseFacts({ ...turn, answer, timings }, { price, describeEnding, live: live !== undefined });
  const [open, setOpen] = useState(false);
  const whole = live !== undefined || best !== undefined;
  const write = ({ words, title, metric }: ResponseFact) => (
    <Fact key={title} title={title} best={metric && best?.has(metric)}>
      {words}
    </Fact>
  );
  const rest = facts.filter(({ lead }) => !lead);
  return (
    <FactLine
      testId="metrics"
      className={clsx("transition-colors duration-500", live ? "text-accent" : "text-muted-foreground")}
    >
      {recorded && <Fact title="A recorded sandbox run. Nothing was sent.">Recorded</Fact>}
      {(whole ? facts : facts.filter(({ lead }) => lead)).map(write)}
      {!whole && rest.length > 0 && (
        <MoreFacts open={open} label="Response details" onToggle={() => setOpen(!open)}>
          {rest.map(write)}
        </MoreFacts>
      )}
      {live && !turn.edited && <Elapsed startedAt={live.startedAt} />}
    </FactLine>
  );
}

function Elapsed({ startedAt }: { startedAt: number }) {
  return <Fact title="Whole request">{formatDuration(useElapsed(startedAt, true))}</Fact>;
}
