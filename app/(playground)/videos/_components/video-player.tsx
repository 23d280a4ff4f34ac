"use client";

import { clsx } from "clsx";
import { Play } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { contentPath } from "#lib/playground/videos/task-address.ts";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import { Filmstrip } from "./filmstrip.tsx";
import { getWidth, VideoBox } from "./stage-article.tsx";
import { useFrameStep } from "./use-frame-step.ts";
import { useFullScreen } from "./use-full-screen.ts";
import { usePlayback } from "./use-playback.ts";
import { usePlayerKeys } from "./use-player-keys.ts";
import { useVideoApi } from "./videos-context.tsx";

const PlayerControls = dynamic(() => import("./player-controls.tsx").then((module) => module.PlayerControls), {
  // As high as the row of controls.
  loading: () => <div className="h-14" />,
});

/** Video player: the picture alone, and under it the controls with a strip of frames to seek. */
export function VideoPlayer({ task }: { task: VideoTask }) {
  const box = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [loops, setLoops] = useState(false);
  const [problem, setProblem] = useState<string>();
  const playback = usePlayback(video, task.id);
  const [isFullscreen, fillScreen] = useFullScreen(box, video);
  const step = useFrameStep(video);
  const api = useVideoApi();
  const actions = {
    play: () => {
      if (video.current?.paused) void video.current.play().catch(() => {});
      else video.current?.pause();
    },
    step,
    loop: () => setLoops((before) => !before),
    mute: () => {
      if (video.current) video.current.muted = !video.current.muted;
    },
    fillScreen,
  };
  usePlayerKeys(actions);
  const length = Number(task.seconds) || 1;
  const explain = async () => {
    const status = await api.contentStatus(task.id).catch(() => 0);
    setProblem(
      status === 200
        ? "This browser can’t play the video. Download it instead."
        : `The gateway returned status ${status}.`,
    );
  };
  return (
    <figure
      ref={box}
      aria-label="Player"
      className={clsx("flex flex-col gap-1.5", isFullscreen && "dark bg-black p-3 text-foreground")}
    >
      <VideoBox size={task}>
        <video
          ref={video}
          src={contentPath(task.id)}
          poster={contentPath(task.id, "thumbnail")}
          playsInline
          muted
          preload="auto"
          loop={loops}
          aria-label={task.prompt}
          onError={() => void explain()}
          className={clsx(
            "absolute inset-0 size-full",
            playback.fills && !isFullscreen ? "object-cover" : "bg-black object-contain",
          )}
        />
        {/* For the pointer; the same action for keyboards and screen readers is the first of the controls. */}
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={actions.play}
          className="absolute inset-0 grid cursor-pointer place-items-center"
        >
          {!playback.playing && (
            <span className="grid size-14 place-items-center rounded-full bg-black/55 text-white backdrop-blur-sm transition-transform duration-150 hover:scale-105">
              <Play className="ml-0.5 size-6 fill-current" />
            </span>
          )}
        </button>
      </VideoBox>
      {problem && (
        <p role="alert" className="text-[13px] text-destructive">
          {problem}
        </p>
      )}
      <div className="mx-auto w-full" style={{ maxWidth: `max(min(25rem, 100%), ${getWidth(task)})` }}>
        <PlayerControls
          task={task}
          playback={playback}
          length={length}
          loops={loops}
          isFullscreen={isFullscreen}
          actions={actions}
        >
          <Filmstrip
            task={task}
            time={playback.time}
            length={length}
            onSeek={(to) => {
              if (video.current) video.current.currentTime = to;
            }}
          />
        </PlayerControls>
      </div>
    </figure>
  );
}
