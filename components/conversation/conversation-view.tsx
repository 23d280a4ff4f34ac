"use client";

import { clsx } from "clsx";
import { ArrowDown } from "lucide-react";
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  getChosenChoice,
  listResponseTexts,
  listVersions,
  type ToolTurn,
  type Turn,
  visiblePath,
} from "#lib/playground/conversation/transcript.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { ResponseTexts } from "../markdown/response-texts.ts";
import { IconButton } from "../ui/button.tsx";
import { AssistantMessage } from "./assistant-message.tsx";
import { LiveMeter } from "./live-meter.tsx";
import { PrintedSettings } from "./printed-settings.tsx";
import { SystemMessage } from "./system-message.tsx";
import { ToolMessage } from "./tool-message.tsx";
import { useConversationScroll } from "./use-conversation-scroll.ts";
import { UserMessage } from "./user-message.tsx";
import type { VersionProps } from "./version-switch.tsx";

/** The conversation on screen. Each row gets only the data it shows, so that a stream re-renders only its own row. */
export function ConversationView({
  meter = true,
}: {
  /** Shows the metrics of a live response below it. */ meter?: boolean;
}) {
  const chat = useChat();
  const sessionId = useChatState((state) => state.session.id);
  const transcript = useChatState((state) => state.session.transcript);
  const rounds = useMemo(() => groupRounds(visiblePath(transcript)), [transcript]);
  const readTexts = useCallback(() => listResponseTexts(chat.store.get().session.transcript), [chat]);
  const { scroller, content, away, jumpToEnd, anchor } = useConversationScroll();

  const newest = rounds.at(-1)?.at(-1);
  const asked = newest?.role === "assistant" && newest.state === "streaming" ? newest : undefined;
  const question = asked?.parent && transcript.turns[asked.parent]?.role === "user" ? asked.parent : undefined;
  /** Question whose response fills the window; a new object for each response. */
  const [anchored, setAnchored] = useState<{ question: string }>();
  const shownSession = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new response or another chat moves the view.
  useLayoutEffect(() => {
    const opened = shownSession.current !== sessionId;
    shownSession.current = sessionId;
    if (question) setAnchored({ question });
    else if (opened) setAnchored(undefined);
    // A response to tool results continues after the calls.
    if (!question && (opened || asked)) jumpToEnd();
  }, [asked?.id, sessionId]);
  useLayoutEffect(() => {
    const round = content.current?.lastElementChild;
    if (anchored && round instanceof HTMLElement) anchor(round);
  }, [anchored, anchor, content]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, so that the keyboard can scroll back.
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain -outline-offset-2 [container-type:size]"
      >
        <div ref={content} className="mx-auto flex w-full max-w-[46rem] flex-col gap-6 px-4 pt-6 pb-12">
          <ResponseTexts value={readTexts}>
            {rounds.map((turns, place) => {
              const latest = place === rounds.length - 1;
              return (
                <div
                  key={turns[0]?.id}
                  className={clsx(
                    "flex flex-col gap-6",
                    // As tall as the window without its vertical padding, so that the question can be scrolled to the top
                    // at once.
                    latest && turns[0]?.id === anchored?.question && "min-h-[calc(100cqh-4.5rem)]",
                  )}
                >
                  {turns.map((turn, index) => {
                    const { ids, index: version } = listVersions(transcript, turn.id);
                    const next = turns[index + 1];
                    const above = turns[index - 1];
                    return (
                      <Row
                        key={turn.id}
                        turn={turn}
                        last={latest && index === turns.length - 1}
                        results={next?.role === "tool" ? next : undefined}
                        shownAbove={above?.role === "assistant" && (getChosenChoice(above)?.toolCalls.length ?? 0) > 0}
                        version={version}
                        versionCount={ids.length}
                        onVersion={chat.selectVersion}
                        previous={ids[version - 1]}
                        next={ids[version + 1]}
                      />
                    );
                  })}
                </div>
              );
            })}
          </ResponseTexts>
        </div>
        <PrintedSettings />
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 h-11 bg-gradient-to-t from-45% from-background to-transparent"
      />
      {meter && <LiveMeter />}
      {away && (
        <IconButton
          label="Jump to latest"
          keys="End"
          onClick={jumpToEnd}
          className="!absolute right-[max(1rem,calc(50%-26rem))] bottom-2 animate-rise !rounded-full bg-popover shadow-float"
        >
          <ArrowDown />
        </IconButton>
      )}
    </div>
  );
}

/** Groups each question with all its responses, including tool calls and their results. */
function groupRounds(path: readonly Turn[]): Turn[][] {
  const rounds: Turn[][] = [];
  for (const turn of path) {
    const open = rounds.at(-1);
    if (open && turn.role !== "user") open.push(turn);
    else rounds.push([turn]);
  }
  return rounds;
}

const Row = memo(function Row({
  turn,
  last,
  results,
  shownAbove,
  ...versions
}: VersionProps & { turn: Turn; last: boolean; results?: ToolTurn; shownAbove: boolean }) {
  switch (turn.role) {
    case "user":
      return <UserMessage turn={turn} {...versions} />;
    case "assistant":
      return <AssistantMessage turn={turn} last={last} results={results} {...versions} />;
    case "system":
    case "developer":
      return <SystemMessage turn={turn} {...versions} />;
    case "tool":
      return <ToolMessage turn={turn} shownAbove={shownAbove} {...versions} />;
    default:
      return turn satisfies never;
  }
});
