"use client";

import { RotateCw } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";
import {
  forgetAutomaticRetries,
  isRetriedAutomatically,
  noteAutomaticRetry,
  waitLeft,
} from "#lib/playground/gateway/retry-wait.ts";
import { Button } from "./button.tsx";

/**
 * Counts Retry-After down on a ring, and is enabled when it has passed. With `request`, the request is then sent
 * automatically, unless the user cancels or types something.
 */
export function RetryButton({
  failure,
  request,
  variant = "primary",
  onRetry,
}: {
  failure: GatewayFailure;
  /** Identity of the request across retries; absent when it must be resent only by hand. */
  request?: unknown;
  variant?: "primary" | "ghost";
  onRetry: () => void;
}) {
  const [left, setLeft] = useState(() => waitLeft(failure));
  const [automatic, setAutomatic] = useState(() => request !== undefined && isRetriedAutomatically(failure, request));
  const waiting = left > 0;
  const armed = automatic && request !== undefined;
  const onTick = useEffectEvent(() => {
    const rest = waitLeft(failure);
    setLeft(rest);
    if (rest > 0 || !armed) return;
    setAutomatic(false);
    noteAutomaticRetry(request);
    onRetry();
  });
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => onTick(), 100);
    return () => clearInterval(timer);
  }, [waiting]);
  useEffect(() => {
    if (!armed) return;
    const cancel = () => setAutomatic(false);
    document.addEventListener("input", cancel);
    return () => document.removeEventListener("input", cancel);
  }, [armed]);

  const retry = () => {
    forgetAutomaticRetries(request);
    onRetry();
  };
  return (
    <>
      <Button variant={variant} disabled={waiting} onClick={retry}>
        {waiting ? <Ring share={left / (failure.retryAfter ?? left)} /> : <RotateCw aria-hidden />}
        <span className="tabular-nums">{waiting ? `Retry in ${Math.ceil(left / 1000)} s` : "Retry"}</span>
      </Button>
      {waiting && armed && (
        <>
          <Button aria-label="Cancel the automatic retry" onClick={() => setAutomatic(false)}>
            Cancel
          </Button>
          <span className="self-center text-muted-foreground text-xs">Retries automatically.</span>
        </>
      )}
    </>
  );
}

/** Ring that empties during the wait. Static under reduced motion, where the number alone shows the time. */
function Ring({ share }: { share: number }) {
  const circle = { cx: 8, cy: 8, r: 6.5, fill: "none", stroke: "currentColor", strokeWidth: 2 };
  return (
    <svg viewBox="0 0 16 16" className="-rotate-90 motion-reduce:hidden" aria-hidden="true">
      <circle {...circle} opacity="0.25" />
      <circle {...circle} pathLength="1" strokeDasharray={`${share} 1`} />
    </svg>
  );
}
