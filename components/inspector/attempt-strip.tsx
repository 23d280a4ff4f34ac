"use client";

import { useSyncExternalStore } from "react";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import { readRouteAttempts } from "#lib/playground/models/route-attempts.ts";
import { AttemptLines } from "../route-attempts/attempt-lines.tsx";
import { usePricedAttempts } from "../route-attempts/use-priced-attempts.ts";

/** Attempts of a request to a route, from the response header; nothing for a request of one model. */
export function AttemptStrip({ view }: { view: TraceView }) {
  // A string, so that events of the stream do not render it again.
  const read = () => view.get().record?.responseHeaders?.find(([name]) => name === "x-gateway-route")?.[1] ?? "";
  const header = useSyncExternalStore(view.subscribe, read, read);
  const attempts = usePricedAttempts(readRouteAttempts(header));
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Route" className="max-h-32 shrink-0 overflow-y-auto border-b px-3 py-2">
      <AttemptLines attempts={attempts} />
    </section>
  );
}
