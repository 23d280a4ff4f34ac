"use client";

import { ChevronDown, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";
import { IconButton } from "../ui/button.tsx";

const RegenerateMenu = dynamic(() => import("./regenerate-menu.tsx").then((module) => module.RegenerateMenu));

/** Regenerates a response with the selected model, or with another one from the menu. */
export function RegenerateButton({ turn }: { turn: AssistantTurn }) {
  const chat = useChat();
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className="flex items-center">
      <IconButton label="Regenerate" size="small" onClick={() => void chat.regenerate(turn.id)}>
        <RefreshCw />
      </IconButton>
      <IconButton
        ref={button}
        label="Use another model"
        size="small"
        aria-haspopup="menu"
        aria-expanded={state === "open"}
        className="!w-5 -ml-1 pointer-coarse:!w-8"
        onClick={() => setState("open")}
      >
        <ChevronDown />
      </IconButton>
      {state !== "never" && (
        <RegenerateMenu turn={turn} open={state === "open"} anchor={button} onClose={() => setState("closed")} />
      )}
    </span>
  );
}
