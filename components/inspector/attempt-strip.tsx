"use client";

import { useSyncExternalStore } from "react";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { findModel } from "#lib/playground/models/models.ts";
import { readRouteAttempts } from "#lib/playground/models/route-attempts.ts";
import { AttemptLines } from "../route-attempts/attempt-lines.tsx";
import { useStore } from "../use-store.ts";

const FREE = { input: 0, output: 0 };

/** Attempts of a request to a route, from the response header; nothing for a request of one model. */
export function AttemptStrip({ view }: { view: TraceView }) {
  // A string, so that events of the stream do not render it again.
  const read = () => view.get().record?.responseHeaders?.find(([name]) => name === "x-gateway-route")?.[1] ?? "";
  const header = useSyncExternalStore(view.subscribe, read, read);
  const models = useStore(catalogue, ({ listed }) => listed?.models);
  // Some test models of the sandbox are not listed.
  const findPrice = (model: string) => {
    if (model.startsWith("sandbox/")) return FREE;
    return models && findModel(models, model)?.price;
  };
  const attempts = readRouteAttempts(header);
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Route" className="max-h-32 shrink-0 overflow-y-auto border-b px-3 py-2">
      <AttemptLines attempts={attempts.map((attempt) => ({ ...attempt, price: findPrice(attempt.model) }))} />
    </section>
  );
}
