"use client";

import { Bot, RefreshCw, Search } from "lucide-react";
import type { RefObject } from "react";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";
import { chooseModel } from "../model-picker/model-picker.tsx";
import { PopupMenu } from "../ui/popup-menu.tsx";

/** Menu of models for the next version of a response: its own model, the chat's model, or any other. */
export function RegenerateMenu({
  turn,
  open,
  anchor,
  onClose,
}: {
  turn: AssistantTurn;
  open: boolean;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const chat = useChat();
  const chosen = chat.chosenModel();
  const ask = (model: string) => void chat.regenerate(turn.id, model);
  const other = () => {
    // The menu returns the focus first; then the list of models takes it.
    const button = anchor.current;
    if (button) requestAnimationFrame(() => chooseModel(button, ask));
  };
  const items = [
    { id: "same", label: "Same model", Icon: RefreshCw, detail: turn.model, run: () => ask(turn.model) },
    ...(chosen === turn.model
      ? []
      : [{ id: "chosen", label: "Chosen model", Icon: Bot, detail: chosen, run: () => ask(chosen) }]),
    { id: "other", label: "Another model…", Icon: Search, run: other },
  ];
  return (
    <PopupMenu
      open={open}
      anchor={anchor}
      label="Regenerate"
      groups={[{ name: "Regenerate with", items }]}
      onClose={onClose}
    />
  );
}
