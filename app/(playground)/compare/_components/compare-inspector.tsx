"use client";

import { ChatProvider } from "#components/chat/chat-context.tsx";
import { TextInspector } from "#components/text-page/text-inspector.tsx";
import { useStore } from "#components/use-store.ts";
import { traceSelection } from "#lib/playground/inspector/trace-selection.ts";
import { useComparisonState } from "./comparison-context.tsx";

/** Inspector of one column: the column whose response was chosen, else the first. */
export function CompareInspector({ onClose }: { onClose: () => void }) {
  const columns = useComparisonState((state) => state.columns);
  const chosen = useStore(traceSelection, (choice) => choice.chosen);
  const asked = columns.find(({ chat }) => chosen && chat.store.get().session.transcript.turns[chosen]);
  const column = asked ?? columns[0];
  if (!column) return null;
  return (
    <ChatProvider key={column.id} chat={column.chat}>
      <TextInspector dialect={column.chat.dialect} onClose={onClose} />
    </ChatProvider>
  );
}
