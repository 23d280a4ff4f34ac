"use client";

import { clsx } from "clsx";
import { Ban } from "lucide-react";
import dynamic from "next/dynamic";
import type { LiveRun } from "#lib/playground/chat/chat-run.ts";
import type { ModelResponse } from "#lib/playground/conversation/model-response.ts";
import { toMarkdown } from "#lib/playground/conversation/to-markdown.ts";
import type { AssistantTurn, ToolTurn } from "#lib/playground/conversation/transcript.ts";
import { isImageModel } from "#lib/playground/models/models.ts";
import type { StreamTimings } from "#lib/playground/streams/metrics.ts";
import { useCatalogue } from "../use-catalogue.ts";
import { Markdown } from "./markdown.tsx";
import { ReasoningBlock } from "./reasoning-block.tsx";
import { ToolCalls } from "./tool-calls.tsx";
import { useElapsed } from "./use-elapsed.ts";

const Painting = dynamic(() => import("./painting.tsx").then((module) => module.Painting));
const Citations = dynamic(() => import("./citations.tsx").then((module) => module.Citations));
const SchemaVerdict = dynamic(
  () => import("../structured-output/schema-verdict.tsx").then((module) => module.SchemaVerdict),
  { loading: () => <div className="h-7" /> },
);
const TokenView = dynamic(() => import("./token-view.tsx").then((module) => module.TokenView));
const ResponseWithFiles = dynamic(() => import("./response-with-files.tsx").then((module) => module.ResponseWithFiles));

/** The model's response: reasoning, text, refusal and tool calls of the selected choice. */
export function ResponseView({
  answer,
  timings,
  chosen,
  onChoose,
  live,
  turn,
  awaiting,
  byToken,
  results,
}: {
  answer: ModelResponse;
  timings: StreamTimings;
  chosen: number;
  onChoose: (index: number) => void;
  live: LiveRun | undefined;
  turn: AssistantTurn;
  /** True while its tool calls wait for results. */
  awaiting: boolean;
  /** True to draw the text as tokens with their probabilities, where it has them. */
  byToken: boolean;
  results?: ToolTurn;
}) {
  const choice = answer.choices[chosen] ?? answer.choices[0];
  const files = choice?.files?.length ?? 0;
  const reasoned = choice !== undefined && (choice.reasoning !== "" || (choice.seals?.length ?? 0) > 0);
  const silent =
    !choice || (!choice.text && !reasoned && !choice.refusal && choice.toolCalls.length === 0 && files === 0);
  if (silent) {
    if (live) return <WaitingFor turn={turn} startedAt={live.startedAt} />;
    return turn.state === "complete" ? (
      <p className="text-[15px] text-muted-foreground">The response is empty.</p>
    ) : null;
  }
  const showsTokens = byToken && choice.logprobs.length > 0;
  return (
    <>
      {answer.choices.length > 1 && (
        <div className="flex gap-1">
          {answer.choices.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a choice is identified by its index.
              key={index}
              type="button"
              aria-pressed={index === chosen}
              onClick={() => onChoose(index)}
              className={clsx(
                "h-7 rounded-full border px-2.5 text-[13px] transition-colors",
                index === chosen
                  ? "border-accent bg-accent text-accent-foreground"
                  : "text-muted-foreground hover:bg-muted",
              )}
            >
              Response {index + 1}
            </button>
          ))}
        </div>
      )}
      {reasoned && (
        <ReasoningBlock
          text={choice.reasoning}
          seals={choice.seals}
          live={live !== undefined && timings.reasoningEnd === undefined}
          startedAt={(live?.startedAt ?? 0) + (timings.reasoningStart ?? 0)}
          duration={
            timings.reasoningStart !== undefined && timings.reasoningEnd !== undefined
              ? timings.reasoningEnd - timings.reasoningStart
              : undefined
          }
        />
      )}
      {files > 0 && <ResponseWithFiles choice={choice} turn={turn} live={live !== undefined} />}
      {files === 0 && showsTokens && <TokenView tokens={choice.logprobs} />}
      {files === 0 && !showsTokens && choice.text !== "" && (
        <Markdown text={toMarkdown(choice.text)} live={live !== undefined} />
      )}
      {!live && turn.state === "complete" && turn.asked?.schema !== undefined && choice.text !== "" && (
        <SchemaVerdict text={choice.text} schema={turn.asked.schema} />
      )}
      {choice.citations && choice.citations.length > 0 && <Citations citations={choice.citations} />}
      {choice.refusal !== "" && (
        <div className="flex gap-2.5 rounded-2xl border border-dashed px-4 py-3">
          <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <div>
            <p className="font-medium">The model refused</p>
            <p className="whitespace-pre-wrap text-muted-foreground">{choice.refusal}</p>
          </div>
        </div>
      )}
      {choice.toolCalls.length > 0 && (
        <ToolCalls
          turn={turn}
          calls={choice.toolCalls}
          live={live !== undefined}
          awaiting={awaiting}
          results={results}
        />
      )}
    </>
  );
}

function WaitingFor({ turn, startedAt }: { turn: AssistantTurn; startedAt: number }) {
  const model = useCatalogue().models.find(({ id }) => id === turn.model);
  if (model && isImageModel(model)) return <Painting turn={turn} startedAt={startedAt} />;
  return <Waiting startedAt={startedAt} />;
}

/** Shown between the request and its first token. */
function Waiting({ startedAt }: { startedAt: number }) {
  const elapsed = useElapsed(startedAt, true, 200);
  return (
    <p className="flex h-6 animate-rise items-center gap-2 text-[15px] [animation-delay:150ms] [animation-fill-mode:backwards]">
      <span className="shimmer-text">Waiting for the first token</span>
      {elapsed > 1000 && <span className="text-numeric text-muted-foreground">{Math.floor(elapsed / 1000)} s</span>}
    </p>
  );
}
