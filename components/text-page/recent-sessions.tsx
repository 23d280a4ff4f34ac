"use client";

import { findModel, type Model } from "#lib/playground/models/models.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { useNow } from "../use-now.ts";

/** Number of conversations shown; more are in the list of chats. */
const SHOWN = 4;

/** The last conversations with their model and time, below the suggestions. */
export function RecentSessions({ models }: { models: readonly Model[] }) {
  const chat = useChat();
  const now = useNow(60_000);
  const sessions = useChatState((state) => state.sessions);
  if (sessions.length === 0) return null;
  return (
    <section className="mt-6 w-full max-w-[44rem] animate-rise">
      <h2 className="group-title px-3 pb-1">Recent</h2>
      <ul aria-label="Recent conversations">
        {sessions.slice(0, SHOWN).map(({ id, title, model, updatedAt }) => (
          <li key={id} className="max-sm:nth-3:hidden max-sm:nth-4:hidden">
            <button
              type="button"
              aria-label={`Open ${title}`}
              onClick={() => void chat.open(id)}
              className="flex h-9 w-full items-center gap-4 rounded-lg px-3 text-left text-[13px] transition-colors duration-150 hover:bg-foreground/[0.05] pointer-coarse:h-11"
            >
              <span className="min-w-0 flex-1 truncate">{title}</span>
              {model && (
                <span className="max-w-40 shrink-0 truncate text-muted-foreground max-sm:hidden">
                  {findModel(models, model)?.name ?? model}
                </span>
              )}
              <span className="w-24 shrink-0 text-right text-muted-foreground">
                <RelativeTime time={updatedAt} now={now} past />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
