"use client";

import { ChevronLeft, ChevronRight, Maximize, Repeat } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { contentPath } from "#lib/playground/videos/task-address.ts";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";
import { Filmstrip } from "./filmstrip.tsx";
import { getWidth, VideoBox } from "./stage-article.tsx";
import { useFrameStep } from "./use-frame-step.ts";
import { usePlayerKeys } from "./use-player-keys.ts";
import { useVideoApi } from "./videos-context.tsx";

/** Video player that adds to the native controls: single frames, a loop, and a strip of frames to seek. */
export function VideoPlayer({ task }: { task: VideoTask }) {
  const video = useRef<HTMLVideoElement>(null);
  const [loop, setLoop] = useState(true);
  const [time, setTime] = useState(0);
  const [problem, setProblem] = useState<string>();
  const step = useFrameStep(video);
  const api = useVideoApi();
  useEffect(() => followTime(video.current, setTime), []);
  usePlayerKeys({
    onStep: step,
    onLoop: () => setLoop((before) => !before),
    onPlay: () => {
      if (video.current?.paused) void video.current.play();
      else video.current?.pause();
    },
    onFullscreen: () => void video.current?.requestFullscreen(),
  });
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
    <figure aria-label="Player" className="flex flex-col gap-1.5">
      <VideoBox size={task}>
        {/* biome-ignore lint/a11y/useMediaCaption: the videos have no sound. */}
        <video
          ref={video}
          src={contentPath(task.id)}
          poster={contentPath(task.id, "thumbnail")}
          controls
          playsInline
          preload="metadata"
          loop={loop}
          aria-label={task.prompt}
          onError={() => void explain()}
          className="absolute inset-0 size-full bg-black object-contain"
        />
      </VideoBox>
      {problem && (
        <p role="alert" className="text-[13px] text-destructive">
          {problem}
        </p>
      )}
      <div
        className="mx-auto flex w-full items-center gap-1 max-sm:flex-wrap max-sm:justify-center"
        style={{ maxWidth: `max(min(25rem, 100%), ${getWidth(task)})` }}
      >
        <IconButton size="small" label="Previous frame" keys="," onClick={() => step(-1)}>
          <ChevronLeft />
        </IconButton>
        <Filmstrip
          task={task}
          time={time}
          length={length}
          onSeek={(to) => {
            if (video.current) video.current.currentTime = to;
            setTime(to);
          }}
        />
        <IconButton size="small" label="Next frame" keys="." onClick={() => step(1)}>
          <ChevronRight />
        </IconButton>
        <IconButton
          size="small"
          label="Loop"
          keys="L"
          aria-pressed={loop}
          className={loop ? "bg-foreground/[0.08] text-foreground" : undefined}
          onClick={() => setLoop(!loop)}
        >
          <Repeat />
        </IconButton>
        <IconButton size="small" label="Fullscreen" keys="F" onClick={() => void video.current?.requestFullscreen()}>
          <Maximize />
        </IconButton>
      </div>
    </figure>
  );
}

/**
 * Reports the playback time. The `timeupdate` event comes only four times a second, too rarely for a smooth playhead.
 */
function followTime(video: HTMLVideoElement | null, onTime: (seconds: number) => void): (() => void) | undefined {
  if (!video) return undefined;
  let frame = 0;
  const read = () => {
    onTime(video.currentTime);
    if (!video.paused) frame = requestAnimationFrame(read);
  };
  const start = () => {
    cancelAnimationFrame(frame);
    read();
  };
  const events = ["play", "pause", "seeked", "seeking", "timeupdate"];
  for (const name of events) video.addEventListener(name, start);
  return () => {
    cancelAnimationFrame(frame);
    for (const name of events) video.removeEventListener(name, start);
  };
}
