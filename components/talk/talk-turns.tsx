"use client";

import { clsx } from "clsx";
import { useLayoutEffect, useRef } from "react";
import { getText, type TalkTurn } from "#lib/playground/talk/talk-conversation.ts";

/** Both sides of a session in words; the newest stay in sight. */
export function TalkTurns({ turns, isOver }: { turns: readonly TalkTurn[]; isOver: boolean }) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (turns.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [turns]);
  if (turns.length === 0) {
    return <p className="text-[13px] text-muted-foreground">{isOver ? "Nothing was said." : "No words so far."}</p>;
  }
  return (
    <ol
      ref={list}
      aria-label="Transcript"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and the keyboard must reach it.
      tabIndex={0}
      className="flex max-h-[40dvh] shrink-0 flex-col gap-2 overflow-y-auto rounded-[10px] border px-3 py-2 -outline-offset-2"
    >
      {turns.map((turn) => (
        <li key={turn.id} className={clsx("text-sm", turn.role === "user" && "text-muted-foreground")}>
          <span className="block font-medium text-foreground text-xs">{turn.role === "user" ? "You" : "Model"}</span>
          <Words turn={turn} isOver={isOver} />
        </li>
      ))}
    </ol>
  );
}

function Words({ turn, isOver }: { turn: TalkTurn; isOver: boolean }) {
  const text = getText(turn);
  const missing = turn.isFinal || isOver ? "No transcript" : "…";
  return (
    <span className="wrap-anywhere block whitespace-pre-wrap">
      {text === "" ? (turn.problem ?? missing) : text}
      {turn.isInterrupted && <span className="text-muted-foreground text-xs"> (interrupted)</span>}
    </span>
  );
}
