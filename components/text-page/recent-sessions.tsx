"use client";

import { clsx } from "clsx";
import { History } from "lucide-react";
import { useChat, useChatState } from "../chat/chat-context.tsx";

/** Number of conversations shown; more are in the list of chats. */
const SHOWN = 3;

/** Links to the last conversations, below the suggestions. Only where there is room, so that nothing moves. */
export function RecentSessions({ suggestions }: { suggestions: number }) {
  const chat = useChat();
  const sessions = useChatState((state) => state.sessions);
  if (sessions.length === 0) return null;
  return (
    <ul
      aria-label="Recent conversations"
      className={clsx("mt-5 flex max-w-full flex-col items-center", suggestions > 4 && "max-sm:hidden")}
    >
      {sessions.slice(0, SHOWN).map(({ id, title }) => (
        <li key={id} className="max-w-full max-sm:nth-3:hidden">
          <button
            type="button"
            aria-label={`Open ${title}`}
            onClick={() => void chat.open(id)}
            className="flex h-8 max-w-full items-center gap-2 rounded-full px-3 text-[13px] text-muted-foreground transition-colors duration-150 hover:bg-foreground/[0.05] hover:text-foreground pointer-coarse:h-10"
          >
            <History aria-hidden className="size-3.5 shrink-0" />
            <span className="max-w-[24rem] truncate">{title}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
