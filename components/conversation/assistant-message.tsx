"use client";

import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { useState, useSyncExternalStore } from "react";
import { selectReading, spokenTurn } from "#lib/playground/audio/spoken-turn.ts";
import type { ChatRun, LiveResponse } from "#lib/playground/chat/chat-run.ts";
import { EMPTY_RESPONSE } from "#lib/playground/conversation/model-response.ts";
import type { AssistantTurn, ToolTurn } from "#lib/playground/conversation/transcript.ts";
import { type Replay, replays, selectReplay } from "#lib/playground/trace/replays.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { ProviderMark } from "../ui/provider-mark.tsx";
import { useStore } from "../use-store.ts";
import { ErrorCard } from "./error-card.tsx";
import { MessageActions } from "./message-actions.tsx";
import { MetricsStrip } from "./metrics-strip.tsx";
import { ResponseView } from "./response-view.tsx";
import { RouteNotice } from "./route-notice.tsx";
import type { VersionProps } from "./version-switch.tsx";

const ReplayNotice = dynamic(() => import("./replay-notice.tsx").then((module) => module.ReplayNotice));

const SpeechBar = dynamic(() => import("./speech-bar.tsx").then((module) => module.SpeechBar));

const TraceHairline = dynamic(() => import("./trace-hairline.tsx").then((module) => module.TraceHairline), {
  loading: () => <div className="-mt-1.5 -mb-1 h-5" />,
});

type Props = VersionProps & { turn: AssistantTurn; last: boolean; results?: ToolTurn };

/**
 * A response. Only a live one subscribes to the stream. One component renders it before and after its end, so that
 * parts which the reader has expanded stay expanded.
 */
export function AssistantMessage(props: Props) {
  const known = useChatState((state) => state.runs[props.turn.id]);
  const replay = useStore(replays, selectReplay(props.turn.id));
  const run = replay ?? (props.turn.state === "streaming" ? known : undefined);
  const { subscribe, get } = run?.live ?? NOT_LIVE;
  const live = useSyncExternalStore(subscribe, get, () => EMPTY_LIVE);
  return <MessageBody {...props} live={run} replay={replay} answer={run ? live : props.turn} />;
}

const EMPTY_LIVE: LiveResponse = { answer: EMPTY_RESPONSE, timings: {} };
const NOT_LIVE = { subscribe: () => () => {}, get: () => EMPTY_LIVE };

/** Names the model that responded, with its provider's mark, so that a screenshot shows who wrote the text. */
function Author({ model, upstream }: { model: string; upstream: string | undefined }) {
  const slash = model.indexOf("/");
  return (
    <p className="-mb-1 flex items-center gap-1.5 font-medium text-[13px] text-muted-foreground" data-author>
      <ProviderMark provider={upstream ?? model.slice(0, Math.max(0, slash))} />
      <span className="truncate">{model.slice(slash + 1)}</span>
    </p>
  );
}

function MessageBody({
  turn,
  last,
  results,
  live,
  replay,
  answer: { answer, timings },
  ...versions
}: Props & { live: ChatRun | Replay | undefined; replay: Replay | undefined; answer: LiveResponse }) {
  const chat = useChat();
  const [byToken, setByToken] = useState(false);
  const reading = useStore(spokenTurn, selectReading(turn.id));
  return (
    <article
      aria-label="Response"
      aria-busy={live !== undefined}
      data-state={turn.state}
      className={clsx(
        "group/message flex min-w-0 flex-col gap-3",
        // Rows far from the viewport cost nothing; their measured height is preserved, so that scrolling does not jump.
        !live && !last && "[contain-intrinsic-size:auto_200px] [content-visibility:auto]",
      )}
    >
      <Author model={turn.model} upstream={turn.route.upstream} />
      {(live || turn.pulse) && <TraceHairline turn={turn} live={live} />}
      {replay && <ReplayNotice replay={replay} />}
      <ResponseView
        answer={answer}
        timings={timings}
        chosen={turn.chosen}
        onChoose={(index) => chat.selectChoice(turn.id, index)}
        live={live}
        turn={turn}
        awaiting={last && turn.state === "complete"}
        byToken={byToken && !live}
        results={results}
      />
      {turn.failure && <ErrorCard turn={turn} failure={turn.failure} last={last} />}
      {turn.state === "interrupted" && (
        <p className="text-[13px] text-muted-foreground">The page was closed while this response streamed.</p>
      )}
      <RouteNotice route={turn.route} />
      {reading !== undefined && !live && (
        <SpeechBar
          turnId={turn.id}
          number={reading}
          text={(answer.choices[turn.chosen] ?? answer.choices[0])?.text ?? ""}
        />
      )}
      {/* Live metrics are above the message field: below growing text they would move with every line. */}
      {!live && (turn.state !== "failed" || answer.choices.length > 0) && (
        <footer className="flex min-h-7 animate-rise flex-wrap items-center gap-x-3 gap-y-1">
          <MetricsStrip turn={turn} answer={answer} timings={timings} />
          <MessageActions
            turn={turn}
            answer={answer}
            last={last}
            byToken={byToken}
            onByToken={setByToken}
            {...versions}
          />
        </footer>
      )}
    </article>
  );
}
