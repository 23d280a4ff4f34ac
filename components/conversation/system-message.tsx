"use client";

import type { SystemTurn } from "#lib/playground/conversation/transcript.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { MessageMenuButton } from "./message-menu-button.tsx";
import { type VersionProps, VersionSwitch } from "./version-switch.tsx";

/** System instructions inside a conversation, in a dashed card. */
export function SystemMessage({ turn, ...versions }: VersionProps & { turn: SystemTurn }) {
  return (
    <article
      aria-label={turn.role === "system" ? "System message" : "Developer message"}
      className="group/message animate-rise rounded-2xl border border-dashed px-4 pt-2 pb-3"
    >
      <header className="flex min-h-7 items-center">
        <span className="group-title">{turn.role}</span>
        <span className="ml-auto flex items-center opacity-0 transition-opacity duration-150 focus-within:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100">
          <VersionSwitch {...versions} />
          <CopyButton label="Copy message" size="small" text={() => turn.text} />
          <MessageMenuButton turn={turn} versionCount={versions.versionCount} />
        </span>
      </header>
      <p className="whitespace-pre-wrap break-words text-[15px] text-muted-foreground leading-6">{turn.text}</p>
    </article>
  );
}
