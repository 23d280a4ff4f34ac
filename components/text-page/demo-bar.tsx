"use client";

import { History, Play, SquarePen } from "lucide-react";
import { replays } from "#lib/playground/trace/replays.ts";
import { useChat } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { useStore } from "../use-store.ts";

/** Replaces the message field below a demo run, which cannot be continued. */
export function DemoBar({ at, newLabel, onPlay }: { at: number; newLabel: string; onPlay: () => void }) {
  const chat = useChat();
  const playing = useStore(replays, ({ replay }) => replay !== undefined);
  const day = new Date(at).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
  return (
    <section
      aria-label="Recorded run"
      className="mx-auto mb-3 flex w-full max-w-[44rem] flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-dashed px-4 py-3"
    >
      <p className="min-w-56 flex-1 text-[13px] text-muted-foreground">
        <History aria-hidden className="mr-2 inline size-4 align-[-3px] text-accent" />
        <span className="font-medium text-foreground">Recorded</span> from the sandbox on {day}, with its original
        timing. Nothing is sent or saved.
      </p>
      <span className="flex gap-2">
        <Button size="small" className="pointer-coarse:h-9" disabled={playing} onClick={onPlay}>
          <Play aria-hidden /> Play again
        </Button>
        <Button size="small" variant="ghost" className="pointer-coarse:h-9" onClick={chat.startNew}>
          <SquarePen aria-hidden /> {newLabel}
        </Button>
      </span>
    </section>
  );
}
