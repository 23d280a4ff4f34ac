"use client";

import { History, Square } from "lucide-react";
import type { Replay } from "#lib/playground/trace/replays.ts";
import { Button } from "../ui/button.tsx";

/** Notice above a response whose recording is replayed: nothing is sent. */
export function ReplayNotice({ replay }: { replay: Replay }) {
  return (
    <p role="status" className="flex items-center gap-2 text-[13px] text-muted-foreground">
      <History aria-hidden className="size-3.5 text-accent" />
      Replaying a recorded run
      <Button size="small" variant="ghost" className="pointer-coarse:h-9" onClick={replay.stop}>
        <Square aria-hidden /> Stop replay
      </Button>
    </p>
  );
}
