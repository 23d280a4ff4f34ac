import {
  ChevronLeft,
  ChevronRight,
  Download,
  Maximize,
  Minimize,
  Pause,
  Play,
  Repeat,
  Volume2,
  VolumeX,
} from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#components/ui/button.tsx";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import { DownloadLink } from "./download-link.tsx";
import type { Playback } from "./use-playback.ts";

export type PlayerActions = {
  play: () => void;
  step: (by: 1 | -1) => void;
  loop: () => void;
  mute: () => void;
  fillScreen: () => void;
};

/** Controls under a video, in one row; in a narrow box the strip of frames takes a row above the others. */
export function PlayerControls({
  task,
  playback,
  length,
  loops,
  isFullscreen,
  actions,
  children,
}: {
  task: VideoTask;
  playback: Playback;
  /** Length in seconds. */
  length: number;
  loops: boolean;
  isFullscreen: boolean;
  actions: PlayerActions;
  /** Strip of frames. */
  children: ReactNode;
}) {
  const { playing, time, hasSound, muted } = playback;
  return (
    <div className="@container w-full">
      <div className="flex items-center gap-1 @max-xl:flex-wrap">
        <IconButton label={playing ? "Pause" : "Play"} keys="K" onClick={actions.play} className="text-foreground">
          {playing ? <Pause className="fill-current" /> : <Play className="fill-current" />}
        </IconButton>
        <span className="text-numeric shrink-0 whitespace-nowrap pr-1 text-muted-foreground">
          {time.toFixed(1)} / {length.toFixed(1)} s
        </span>
        <span className="flex @max-xl:ml-auto">
          <IconButton size="small" label="Previous frame" keys="," onClick={() => actions.step(-1)}>
            <ChevronLeft />
          </IconButton>
          <IconButton size="small" label="Next frame" keys="." onClick={() => actions.step(1)}>
            <ChevronRight />
          </IconButton>
        </span>
        {children}
        {hasSound && (
          <IconButton size="small" label={muted ? "Unmute" : "Mute"} keys="M" onClick={actions.mute}>
            {muted ? <VolumeX /> : <Volume2 />}
          </IconButton>
        )}
        <IconButton
          size="small"
          label="Loop"
          keys="L"
          aria-pressed={loops}
          className={loops ? "bg-foreground/[0.08] text-foreground" : undefined}
          onClick={actions.loop}
        >
          <Repeat />
        </IconButton>
        <DownloadLink
          task={task}
          label="Download"
          className="grid size-7 shrink-0 place-items-center rounded-lg text-muted-foreground transition-colors hover:bg-foreground/[0.06] hover:text-foreground pointer-coarse:size-9 [&>svg]:size-3.5"
        >
          <Download />
        </DownloadLink>
        <IconButton
          size="small"
          label={isFullscreen ? "Leave full screen" : "Full screen"}
          keys="F"
          onClick={actions.fillScreen}
        >
          {isFullscreen ? <Minimize /> : <Maximize />}
        </IconButton>
      </div>
    </div>
  );
}
