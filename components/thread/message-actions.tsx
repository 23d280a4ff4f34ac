"use client";

import { clsx } from "clsx";
import { Braces, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { AnswerSnapshot } from "#lib/playground/answer.ts";
import type { AssistantTurn } from "#lib/playground/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { type VersionProps, VersionSwitch } from "./version-switch.tsx";

const WireDisclosure = dynamic(() => import("./wire-disclosure.tsx").then((module) => module.WireDisclosure));

/** Actions of an answer. The last answer's stay visible; older ones show on hover or focus, in space that they keep. */
export function MessageActions({
  turn,
  answer,
  last,
  ...versions
}: VersionProps & { turn: AssistantTurn; answer: AnswerSnapshot; last: boolean }) {
  const chat = useChat();
  const [raw, setRaw] = useState(false);
  const choice = answer.choices[turn.chosen] ?? answer.choices[0];
  return (
    <>
      <span
        className={clsx(
          "ml-auto flex items-center transition-opacity duration-150",
          !last &&
            !raw &&
            "opacity-0 focus-within:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100",
        )}
      >
        <VersionSwitch {...versions} />
        {choice?.text ? <CopyButton label="Copy answer" size="small" text={() => choice.text} /> : null}
        <IconButton label="Regenerate" size="small" onClick={() => void chat.regenerate(turn.id)}>
          <RefreshCw />
        </IconButton>
        <IconButton label="Raw request and events" size="small" aria-expanded={raw} onClick={() => setRaw(!raw)}>
          <Braces />
        </IconButton>
      </span>
      {raw && <WireDisclosure turnId={turn.id} />}
    </>
  );
}
