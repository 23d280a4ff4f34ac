"use client";

import { useMemo } from "react";
import { describeTotal, totalOf } from "#lib/playground/conversation-total.ts";
import { findModel, type Model } from "#lib/playground/models.ts";
import { useChatState } from "../chat/chat-context.tsx";

/** Beside the context's gauge: what all answers of the conversation took together. A phone has no room for it. */
export function ConversationTotal({ models }: { models: readonly Model[] }) {
  const { turns } = useChatState((state) => state.session.transcript);
  const total = useMemo(() => totalOf(Object.values(turns), (id) => findModel(models, id)?.price), [turns, models]);
  if (!total) return null;
  const { words, detail } = describeTotal(total);
  return (
    <span
      data-testid="conversation-total"
      data-tooltip={detail}
      className="shrink-0 whitespace-nowrap px-1 text-[11px] text-muted-foreground tabular-nums max-md:hidden"
    >
      <span className="sr-only">Conversation: </span>
      {words}
    </span>
  );
}
