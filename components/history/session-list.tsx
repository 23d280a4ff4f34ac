"use client";

import { clsx } from "clsx";
import { Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { SessionSummary } from "#lib/playground/history.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Button, IconButton } from "../ui/button.tsx";

/** Chats by day, newest first, with rename and delete in place. */
export function SessionList() {
  const sessions = useChatState((state) => state.sessions);
  const current = useChatState((state) => state.session.id);
  if (sessions.length === 0) return <p className="px-2.5 py-1 text-muted-foreground text-xs">Chats are kept here.</p>;
  const groups = Map.groupBy(sessions, (session) => dayOf(session.updatedAt));
  return (
    <div className="flex flex-col gap-3">
      {[...groups].map(([day, members]) => (
        <section key={day}>
          <h2 className="group-title px-2.5 pb-1">{day}</h2>
          <ul className="flex flex-col gap-px">
            {members.map((session) => (
              <SessionRow key={session.id} session={session} current={session.id === current} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function SessionRow({ session, current }: { session: SessionSummary; current: boolean }) {
  const chat = useChat();
  const [mode, setMode] = useState<"show" | "rename" | "delete">("show");
  const field = useRef<HTMLInputElement>(null);
  const row = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);

  // Whoever came by keyboard is back at the row when the name or the question goes.
  useEffect(() => {
    if (mode === "show" && returns.current) row.current?.focus();
    returns.current = false;
  }, [mode]);
  const leave = () => {
    returns.current = true;
    setMode("show");
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The key is used up: it must not close the sheet around, nor stop an answer.
    event.stopPropagation();
    leave();
  };

  if (mode === "rename") {
    const rename = () => {
      const title = field.current?.value.trim();
      if (title && title !== session.title) void chat.rename(session.id, title);
    };
    return (
      <li>
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the user has just asked to type here.
          autoFocus
          defaultValue={session.title}
          aria-label="Name of the chat"
          onFocus={(event) => event.target.select()}
          onBlur={() => {
            rename();
            setMode("show");
          }}
          onKeyDown={(event) => {
            leaveOnEscape(event);
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            // Else the same key press would click the row, which has the focus next.
            event.preventDefault();
            rename();
            leave();
          }}
          className="h-8 w-full rounded-lg border border-input bg-background px-2 text-sm max-sm:text-base"
        />
      </li>
    );
  }
  if (mode === "delete") {
    return (
      <li className="flex h-8 items-center justify-between rounded-lg bg-destructive/[0.07] pr-0.5 pl-2.5 pointer-coarse:h-10">
        <span className="truncate text-[13px]">Delete it?</span>
        <span className="flex gap-0.5">
          <Button size="small" variant="ghost" autoFocus onClick={leave} onKeyDown={leaveOnEscape}>
            Keep
          </Button>
          <Button
            size="small"
            variant="ghost"
            className="text-destructive"
            onKeyDown={leaveOnEscape}
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              void chat.remove(session.id);
            }}
          >
            Delete
          </Button>
        </span>
      </li>
    );
  }
  return (
    <li className="group relative">
      <button
        type="button"
        ref={row}
        data-session={session.id}
        aria-current={current ? "true" : undefined}
        onClick={() => void chat.open(session.id)}
        onDoubleClick={() => setMode("rename")}
        className={clsx(
          "flex h-8 w-full items-center rounded-lg px-2.5 text-left transition-colors duration-150 pointer-coarse:h-10",
          current ? "bg-foreground/[0.07]" : "text-muted-foreground hover:bg-foreground/[0.05] hover:text-foreground",
        )}
      >
        <span className="truncate group-focus-within:pr-14 group-hover:pr-14 pointer-coarse:pr-20">
          {session.title}
        </span>
      </button>
      <span className="absolute top-1/2 right-0.5 flex -translate-y-1/2 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <IconButton
          size="small"
          label={`Rename ${session.title}`}
          data-tooltip="Rename"
          onClick={() => setMode("rename")}
        >
          <Pencil />
        </IconButton>
        <IconButton
          size="small"
          label={`Delete ${session.title}`}
          data-tooltip="Delete"
          onClick={() => setMode("delete")}
        >
          <Trash2 />
        </IconButton>
      </span>
    </li>
  );
}

/** The row is about to go; the one after it, or before it, takes the focus. */
function focusNeighbour(button: HTMLElement): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-session]")];
  const after = rows.find((row) => button.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
  (after ?? rows.at(-1))?.focus();
}

function dayOf(time: number): string {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - time) / 86_400_000);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return days <= 7 ? "This week" : days <= 31 ? "This month" : "Earlier";
}
