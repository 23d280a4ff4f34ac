"use client";

import { ChatProvider } from "#components/chat/chat-context.tsx";
import { TextWire } from "#components/text-page/text-wire.tsx";
import { useStore } from "#components/use-store.ts";
import { wireChoice } from "#lib/playground/inspector/wire-drawer.ts";
import { useComparisonState } from "./comparison-context.tsx";

/** Inspector of one column: the column whose response was chosen, else the first. */
export function CompareWire({ onClose }: { onClose: () => void }) {
  const columns = useComparisonState((state) => state.columns);
  const chosen = useStore(wireChoice, (choice) => choice.chosen);
  const asked = columns.find(({ chat }) => chosen && chat.store.get().session.transcript.turns[chosen]);
  const column = asked ?? columns[0];
  if (!column) return null;
  return (
    <ChatProvider key={column.id} chat={column.chat}>
      <TextWire dialect={column.chat.dialect} onClose={onClose} />
    </ChatProvider>
  );
}
