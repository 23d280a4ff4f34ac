"use client";

import { ArrowDown } from "lucide-react";
import { memo, useEffect, useMemo } from "react";
import { type ToolTurn, type Turn, versionsOf, visiblePath } from "#lib/playground/transcript.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { AssistantMessage } from "./assistant-message.tsx";
import { LiveMeter } from "./live-meter.tsx";
import { useStickToBottom } from "./use-stick-to-bottom.ts";
import { UserMessage } from "./user-message.tsx";
import type { VersionProps } from "./version-switch.tsx";

/** The conversation on screen. Each row gets only what it shows, so that a stream renders its own row and no other. */
export function Thread() {
  const chat = useChat();
  const sessionId = useChatState((state) => state.session.id);
  const transcript = useChatState((state) => state.session.transcript);
  const path = useMemo(() => visiblePath(transcript), [transcript]);
  const { scroller, content, away, jumpToEnd } = useStickToBottom();

  const newest = path.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn or another chat is what brings the end into view.
  useEffect(jumpToEnd, [newest, sessionId, jumpToEnd]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable, or the keyboard cannot read back.
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <div ref={content} className="mx-auto flex w-full max-w-[46rem] flex-col gap-6 px-4 pt-6 pb-12">
          {path.map((turn, index) => {
            const { ids, index: version } = versionsOf(transcript, turn.id);
            const next = path[index + 1];
            return (
              <Row
                key={turn.id}
                turn={turn}
                last={index === path.length - 1}
                results={next?.role === "tool" ? next : undefined}
                version={version}
                versionCount={ids.length}
                onVersion={chat.selectVersion}
                previous={ids[version - 1]}
                next={ids[version + 1]}
              />
            );
          })}
        </div>
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 bottom-0 h-11 bg-gradient-to-t from-45% from-background to-transparent"
      />
      <LiveMeter />
      {away && (
        <button
          type="button"
          onClick={jumpToEnd}
          className="absolute bottom-9 left-1/2 flex h-8 -translate-x-1/2 animate-rise items-center gap-1.5 rounded-full bg-popover pr-3.5 pl-3 text-[13px] shadow-float transition-colors hover:bg-muted"
        >
          <ArrowDown aria-hidden className="size-3.5" />
          Jump to latest
        </button>
      )}
    </div>
  );
}

const Row = memo(function Row({
  turn,
  last,
  results,
  ...versions
}: VersionProps & { turn: Turn; last: boolean; results?: ToolTurn }) {
  switch (turn.role) {
    case "user":
      return <UserMessage turn={turn} {...versions} />;
    case "assistant":
      return <AssistantMessage turn={turn} last={last} results={results} {...versions} />;
    case "tool":
      // Its results are shown inside the calls of the answer above.
      return null;
    default:
      return turn satisfies never;
  }
});
