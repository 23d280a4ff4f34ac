"use client";

import { ChevronDown, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef } from "react";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";
import { IconButton } from "../ui/button.tsx";
import { useLayer } from "../ui/use-layer.ts";

const RegenerateMenu = dynamic(() => import("./regenerate-menu.tsx").then((module) => module.RegenerateMenu));

/** Regenerates a response with the selected model, or with another one from the menu. */
export function RegenerateButton({ turn }: { turn: AssistantTurn }) {
  const chat = useChat();
  const popup = useLayer();
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
        aria-expanded={popup.isOpen}
        className="!w-5 -ml-1 pointer-coarse:!w-8"
        onClick={popup.open}
      >
        <ChevronDown />
      </IconButton>
      {popup.wasOpened && <RegenerateMenu turn={turn} open={popup.isOpen} anchor={button} onClose={popup.close} />}
    </span>
  );
}
