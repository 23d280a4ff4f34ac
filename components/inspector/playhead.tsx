"use client";

import { useEffect, useRef } from "react";
import type { ReplayClock } from "#lib/playground/trace/replays.ts";
import { AXIS_HEIGHT } from "./draw-gaps.ts";

/** Line at the position of a replay. Moved by its transform in every frame, outside React. */
export function Playhead({ replay }: { replay: ReplayClock }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const move = () => {
      if (line.current) line.current.style.transform = `translateX(${(replay.position() / replay.length) * 100}%)`;
      frame = requestAnimationFrame(move);
    };
    move();
    return () => cancelAnimationFrame(frame);
  }, [replay]);
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 overflow-clip" style={{ bottom: AXIS_HEIGHT }}>
      <div ref={line} data-testid="playhead" className="absolute inset-0 border-accent border-l-2" />
    </div>
  );
}
