"use client";

import { useEffect, useState } from "react";

/**
 * Returns the milliseconds since `startedAt` on the performance clock, updated while `running`; re-renders only its own
 * component.
 */
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
