"use client";

import { Play, Square } from "lucide-react";
import { type Replay, type ReplaySpeed, replays, setReplaySpeed } from "#lib/playground/trace/replays.ts";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useStore } from "../use-store.ts";

const SPEEDS = [
  { value: "1", label: "1×" },
  { value: "4", label: "4×" },
] as const;

/** Replays the recorded run into its message, with a choice of speed during playback. */
export function ReplayControls({
  replay,
  recorded = false,
  onPlay,
}: {
  replay: Replay | undefined;
  /** True for a demo run, which was never live here. */
  recorded?: boolean;
  onPlay: () => void;
}) {
  const speed = useStore(replays, (state) => state.speed);
  if (!replay) {
    const button = (
      <Button
        size="small"
        variant="ghost"
        data-tooltip="Plays the recorded run again, at its own pace; nothing is sent"
        className="text-muted-foreground hover:text-foreground pointer-coarse:h-9"
        onClick={onPlay}
      >
        <Play aria-hidden /> Replay
      </Button>
    );
    if (!recorded) return button;
    return (
      <div className="flex shrink-0 items-center gap-2">
        <span className="text-[13px] text-accent">Recorded</span>
        {button}
      </div>
    );
  }
  return (
    <div className="flex shrink-0 items-center gap-2">
      <span className="text-[13px] text-accent @max-2xl:hidden">Replaying a recorded run</span>
      <div className="w-20">
        <Segmented
          label="Replay speed"
          options={SPEEDS}
          value={speed === 4 ? "4" : "1"}
          onChange={(value) => setReplaySpeed(Number(value) as ReplaySpeed)}
        />
      </div>
      <Button size="small" variant="ghost" className="pointer-coarse:h-9" onClick={replay.stop}>
        <Square aria-hidden /> Stop
      </Button>
    </div>
  );
}
