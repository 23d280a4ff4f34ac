"use client";

import { useEffect, useRef, useState } from "react";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import { type AssistantTurn, getChosenChoice, isPicture } from "#lib/playground/conversation/transcript.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";

/**
 * The page's one polite live region: announces that a response starts, and its length at the end. Never announces
 * tokens.
 */
export function Announcer() {
  const chat = useChat();
  const runningId = useChatState((state) => runningTurn(state)?.id);
  const before = useRef<string>(undefined);
  const [words, setWords] = useState("");

  useEffect(() => {
    if (runningId) setWords("Generating");
    else if (before.current) {
      const turn = chat.store.get().session.transcript.turns[before.current];
      if (turn?.role === "assistant") setWords(describeEnd(turn));
    }
    before.current = runningId;
  }, [chat, runningId]);

  return (
    <div aria-live="polite" className="sr-only" data-testid="announcer">
      {words}
    </div>
  );
}

function describeEnd(turn: AssistantTurn): string {
  const choice = getChosenChoice(turn);
  const count = choice?.text.split(/\s+/).filter(Boolean).length ?? 0;
  const pictures = choice?.files?.filter(isPicture).length ?? 0;
  const words = `${count.toLocaleString("en")} ${count === 1 ? "word" : "words"}`;
  if (turn.state === "stopped") return `Stopped, ${words}`;
  if (turn.state === "failed") return "The response failed";
  if (choice?.toolCalls.length) return `The model calls ${choice.toolCalls.map((call) => call.name).join(" and ")}`;
  if (pictures > 0) return `Response complete, ${words} and ${pictures === 1 ? "an image" : `${pictures} images`}`;
  return `Response complete, ${words}`;
}
