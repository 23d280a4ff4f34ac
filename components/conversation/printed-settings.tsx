"use client";

import { describeSettings } from "#lib/playground/sharing/compare-settings.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";

/** Settings of the conversation, printed below it; on screen the panel shows them. */
export function PrintedSettings() {
  const { dialect } = useChat();
  const settings = useChatState((state) => state.session.settings);
  const set = [...describeSettings(settings, dialect).values()];
  if (set.length === 0) return null;
  return (
    <footer className="mx-auto hidden max-w-[44rem] border-t pt-4 text-xs print:block">
      <dl className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-4 gap-y-1">
        {set.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="whitespace-pre-wrap break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}
