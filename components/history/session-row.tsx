"use client";

import { clsx } from "clsx";
import { Ellipsis, Pin } from "lucide-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import type { SessionMatch } from "#lib/playground/history/search-sessions.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { IconButton } from "../ui/button.tsx";
import { LiveDot } from "../ui/live-dot.tsx";
import { showToast } from "../ui/toast.tsx";
import { SessionSyncLine } from "./session-sync-line.tsx";

const FilingDialog = dynamic(() => import("./filing-dialog.tsx").then((module) => module.FilingDialog));
const SessionRowMenu = dynamic(() => import("./session-row-menu.tsx").then((module) => module.SessionRowMenu));

/** One conversation: a click opens it, a double click renames it, and a menu has the other actions. */
export function SessionRow({ session, current }: { session: SessionMatch; current: boolean }) {
  const chat = useChat();
  const answering = useChatState((state) => state.answering.includes(session.id));
  const [naming, setNaming] = useState(false);
  const [filing, setFiling] = useState(false);
  const [menu, setMenu] = useState<"never" | "open" | "closed">("never");
  const row = useRef<HTMLButtonElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  /** The button that renaming began at. */
  const origin = useRef(row);
  const returns = useRef(false);

  // After renaming by keyboard, the focus returns to where it came from.
  useEffect(() => {
    if (!naming && returns.current) origin.current.current?.focus();
    returns.current = false;
  }, [naming]);

  function rename(from: typeof row): void {
    origin.current = from;
    setNaming(true);
  }

  async function remove(): Promise<void> {
    const neighbour = row.current ? findNeighbour(row.current) : undefined;
    const restore = await chat.remove(session.id);
    focusSession(neighbour);
    showToast({ title: `Deleted “${session.title}”`, action: { label: "Undo", run: () => void restore() } });
  }

  if (naming) {
    const leave = () => {
      returns.current = true;
      setNaming(false);
    };
    return (
      <NameField
        title={session.title}
        onName={(title) => void chat.rename(session.id, title)}
        onLeave={leave}
        onBlur={() => setNaming(false)}
      />
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
        onDoubleClick={() => rename(row)}
        className={clsx(
          "flex min-h-8 w-full flex-col justify-center rounded-lg px-2.5 py-1 text-left transition-colors duration-150 pointer-coarse:min-h-10",
          current ? "bg-foreground/[0.07]" : "text-muted-foreground hover:bg-foreground/[0.05] hover:text-foreground",
        )}
      >
        <span className="flex w-full items-center gap-1.5 group-focus-within:pr-7 group-hover:pr-7 pointer-coarse:pr-10">
          {session.pinned && <Pin aria-hidden className="size-3 shrink-0" />}
          {answering && <LiveDot label="Responding:" />}
          <span className="truncate">{session.title}</span>
        </span>
        <SessionSyncLine id={session.id} />
        <FilingLine session={session} />
        {session.excerpt && (
          <span className="w-full truncate text-muted-foreground text-xs" title={session.excerpt}>
            {session.excerpt}
          </span>
        )}
      </button>
      <span className="absolute top-4 right-0.5 flex -translate-y-1/2 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:top-5 pointer-coarse:opacity-100">
        <IconButton
          ref={more}
          size="small"
          label={`Actions for ${session.title}`}
          data-session-actions={session.id}
          data-tooltip="Actions"
          aria-haspopup="menu"
          aria-expanded={menu === "open" ? true : undefined}
          onClick={() => setMenu("open")}
        >
          <Ellipsis />
        </IconButton>
      </span>
      {/* The row stays in sight, and its button keeps the focus, while a menu or a dialog is loaded. */}
      <Suspense>
        {menu !== "never" && (
          <SessionRowMenu
            open={menu === "open"}
            anchor={more}
            session={session}
            onPin={(pinned) => void chat.setPinned(session.id, pinned).then(() => focusSession(session.id, "actions"))}
            onRename={() => rename(more)}
            onFile={() => setFiling(true)}
            onDelete={() => void remove()}
            onClose={() => setMenu("closed")}
          />
        )}
      </Suspense>
      <Suspense>
        {filing && (
          <FilingDialog
            session={session}
            onClose={() => {
              setFiling(false);
              focusSession(session.id, "actions");
            }}
          />
        )}
      </Suspense>
    </li>
  );
}

function FilingLine({ session: { folder, tags = [] } }: { session: SessionMatch }) {
  const names = [...(folder ? [folder] : []), ...tags.map((tag) => `#${tag}`)];
  if (names.length === 0) return null;
  return <span className="w-full truncate text-muted-foreground text-xs">{names.join(" · ")}</span>;
}

function NameField({
  title,
  onName,
  onLeave,
  onBlur,
}: {
  title: string;
  onName: (title: string) => void;
  /** Called when the field is left by a key. */
  onLeave: () => void;
  onBlur: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const name = () => {
    const given = field.current?.value.trim();
    if (given && given !== title) onName(given);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      // The key is handled: it must not also close the surrounding sheet or stop a response.
      event.stopPropagation();
      onLeave();
    }
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Otherwise the same key press would click the row, which gets the focus next.
    event.preventDefault();
    name();
    onLeave();
  };
  return (
    <li>
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to type here.
        autoFocus
        defaultValue={title}
        aria-label="Chat name"
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          name();
          onBlur();
        }}
        onKeyDown={onKeyDown}
        className="h-8 w-full rounded-lg border border-input bg-background px-2 text-sm max-sm:text-base"
      />
    </li>
  );
}

/** Returns the session that gets the focus when the row is removed: the next one, else the previous one. */
function findNeighbour(row: HTMLElement): string | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-session]")].filter((other) => other !== row);
  const after = rows.find((other) => row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  return (after ?? rows.at(-1))?.dataset.session;
}

/** Focuses a session, or its button for actions, after the list has rendered: a row that moves loses the focus. */
function focusSession(id: string | undefined, part: "row" | "actions" = "row"): void {
  if (id === undefined) return;
  const attribute = part === "row" ? "data-session" : "data-session-actions";
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
  );
}
