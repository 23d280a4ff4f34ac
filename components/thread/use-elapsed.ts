"use client";

import { useEffect, useState } from "react";

/** Milliseconds since `startedAt` on the performance clock, while `running`; renders its own component only. */
export function useElapsed(startedAt: number, running: boolean, interval = 100): number {
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(performance.now());
    tick();
    const timer = setInterval(tick, interval);
    return () => clearInterval(timer);
  }, [running, interval]);
  return Math.max(0, now - startedAt);
}
