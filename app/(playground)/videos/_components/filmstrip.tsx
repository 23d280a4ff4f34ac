"use client";

import { useState } from "react";
import { SHEET, sheetIndex, sheetPosition } from "#app/(playground)/videos/_model/frame-step.ts";
import { useMediaQuery } from "#components/use-media-query.ts";
import { contentPath } from "#lib/playground/videos/task-address.ts";
import type { VideoTask } from "#lib/playground/videos/video-task.ts";

const TILES = 10;
/** Number of frames on phones, where more would be too small to tell apart. */
const TILES_ON_PHONE = 6;

/** Frames of the video in a row with a slider to seek. A larger frame previews the position. */
export function Filmstrip({
  task,
  time,
  length,
  onSeek,
}: {
  task: VideoTask;
  /** Current time in seconds. */
  time: number;
  length: number;
  onSeek: (seconds: number) => void;
}) {
  /** Position of the pointer as a share of the length. */
  const [pointed, setPointed] = useState<number>();
  const tiles = useMediaQuery("(max-width: 639px)") ? TILES_ON_PHONE : TILES;
  const share = Math.min(1, time / length);
  const sheet = {
    backgroundImage: `url("${contentPath(task.id, "spritesheet")}")`,
    backgroundSize: `${SHEET * 100}% ${SHEET * 100}%`,
  };
  return (
    <div className="relative min-w-0 flex-1 @max-xl:order-first @max-xl:basis-full">
      <div
        className="grid overflow-hidden rounded-lg border bg-card"
        style={{ gridTemplateColumns: `repeat(${tiles}, 1fr)` }}
      >
        {Array.from({ length: tiles }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a tile is identified by its index.
            key={index}
            className="block"
            style={{
              ...sheet,
              aspectRatio: `${task.width} / ${task.height}`,
              backgroundPosition: sheetPosition(sheetIndex(index / (tiles - 1))),
            }}
          />
        ))}
      </div>
      <span
        aria-hidden
        className="pointer-events-none absolute -inset-y-0.5 w-[3px] -translate-x-1/2 rounded-full bg-accent ring-2 ring-background"
        style={{ left: `${share * 100}%` }}
      />
      {pointed !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute bottom-[calc(100%+6px)] z-10 -translate-x-1/2 overflow-hidden rounded-lg shadow-float"
          style={{ left: `${pointed * 100}%` }}
        >
          <span
            className="block"
            style={{
              ...sheet,
              width: task.width > task.height ? 160 : 90,
              aspectRatio: `${task.width} / ${task.height}`,
              backgroundPosition: sheetPosition(sheetIndex(pointed)),
            }}
          />
          <span className="text-numeric absolute right-1 bottom-1 rounded bg-black/70 px-1 text-white">
            {(pointed * length).toFixed(1)} s
          </span>
        </span>
      )}
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${time.toFixed(1)} of ${length} seconds`}
        min={0}
        max={length}
        step={0.05}
        value={Math.min(time, length)}
        onChange={(event) => onSeek(Number(event.target.value))}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setPointed(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
        }}
        onPointerLeave={() => setPointed(undefined)}
        className="compare-range absolute inset-0 size-full cursor-ew-resize touch-none opacity-0 focus-visible:opacity-100"
      />
    </div>
  );
}
