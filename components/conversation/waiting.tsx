"use client";

import { useElapsed } from "./use-elapsed.ts";

/** Shown between the request and its first token. */
export function Waiting({ startedAt }: { startedAt: number }) {
  const elapsed = useElapsed(startedAt, true, 200);
  return (
    <p className="flex h-6 animate-rise items-center gap-2 text-[15px] [animation-delay:150ms] [animation-fill-mode:backwards]">
      <span className="shimmer-text">Waiting for the first token</span>
      {elapsed > 1000 && <span className="text-numeric text-muted-foreground">{Math.floor(elapsed / 1000)} s</span>}
    </p>
  );
}
