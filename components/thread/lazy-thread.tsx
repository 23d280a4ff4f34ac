"use client";

import { lazy, Suspense } from "react";

const load = () => import("./thread.tsx");
const LoadedThread = lazy(() => load().then((module) => ({ default: module.Thread })));

/** Preloads the conversation's code before the first message; an empty page does not need it. */
export async function prefetchThread(): Promise<void> {
  await load();
}

/** Preloads the conversation's code when the page is idle. */
export function prefetchThreadWhenIdle(): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(prefetchThread, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => void prefetchThread(), { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

/** The conversation on screen; an empty box of its size until the code is loaded. */
export function LazyThread() {
  return (
    <Suspense fallback={<div className="min-h-0 flex-1" />}>
      <LoadedThread />
    </Suspense>
  );
}
