"use client";

import { catalogue } from "#lib/playground/models/catalogue.ts";
import { findModel } from "#lib/playground/models/models.ts";
import type { RouteAttempt } from "#lib/playground/models/route-attempts.ts";
import { useStore } from "../use-store.ts";
import type { AttemptLine } from "./attempt-lines.tsx";

const FREE = { input: 0, output: 0 };

/** Returns attempts with the prices of the model list. */
export function usePricedAttempts(attempts: readonly RouteAttempt[]): AttemptLine[] {
  const models = useStore(catalogue, ({ listed }) => listed?.models);
  return attempts.map((attempt) => ({
    ...attempt,
    // Some test models of the sandbox are not listed.
    price: attempt.model.startsWith("sandbox/") ? FREE : models && findModel(models, attempt.model)?.price,
  }));
}
