"use client";

import { clsx } from "clsx";
import { useMemo } from "react";
import { calculateTotal, describeTotal, describeTotalCost } from "#lib/playground/conversation/conversation-total.ts";
import { findModel, type Model } from "#lib/playground/models/models.ts";
import { useChatState } from "../chat/chat-context.tsx";

/** Totals of all responses of the conversation, beside the context gauge. Phones show only the cost. */
export function ConversationTotal({ models }: { models: readonly Model[] }) {
  const { turns } = useChatState((state) => state.session.transcript);
  const total = useMemo(
    () => calculateTotal(Object.values(turns), (id) => findModel(models, id)?.price),
    [turns, models],
  );
  if (!total) return null;
  const { words, detail } = describeTotal(total);
  const cost = describeTotalCost(total);
  return (
    <span
      data-testid="conversation-total"
      data-tooltip={detail}
      className={clsx(
        "shrink-0 whitespace-nowrap px-1 text-xs text-muted-foreground tabular-nums",
        !cost && "max-md:hidden",
      )}
    >
      <span className="sr-only">Conversation: </span>
      <span className="max-md:hidden">{words}</span>
      {cost && <span className="md:hidden">{cost}</span>}
    </span>
  );
}
