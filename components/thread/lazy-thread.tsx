"use client";

import { lazy, Suspense } from "react";

const load = () => import("./thread.tsx");
const LoadedThread = lazy(() => load().then((module) => ({ default: module.Thread })));

/** Fetches what conversations are drawn with ahead of the first message; an empty page does without. */
export async function prefetchThread(): Promise<void> {
  await load();
}

/** As soon as the page has nothing better to do. */
export function prefetchThreadWhenIdle(): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(prefetchThread, 1000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => void prefetchThread(), { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

/** The conversation on screen; until it is loaded, its room. */
export function LazyThread() {
  return (
    <Suspense fallback={<div className="min-h-0 flex-1" />}>
      <LoadedThread />
    </Suspense>
  );
}
