/** PatternMatcher: makes checks with patterns of clients on a worker, so that no pattern can block the gateway. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import { startWorker } from "#lib/workers/start-worker.ts";
import { createWorkerPool, type WorkerPool } from "#lib/workers/worker-pool.ts";
import type { Outcome } from "./check-output.ts";
import type { MatchRequest } from "./match-output.ts";

const QUEUE = { tasks: 2_000, bytes: 64 * 1024 * 1024 };
const LIMITS = { timeMs: 1_000, memoryBytes: 256 * 1024 * 1024 };

export type PatternMatcher = {
  /** Returns an outcome for each check; an open one for a pattern that takes too long. Never rejects. */
  match(request: MatchRequest): Promise<Outcome[]>;
  close(): Promise<void>;
};

/** The worker starts with the first check. */
export function createPatternMatcher(limits = LIMITS): PatternMatcher {
  let pool: WorkerPool<MatchRequest, Outcome[], never> | undefined;

  async function matchAll(request: MatchRequest): Promise<Outcome[]> {
    pool ??= createWorkerPool({
      name: "pattern matcher",
      start: (resourceLimits) => startWorker("evaluations", { resourceLimits }),
      size: 1,
      queue: QUEUE,
      limits,
    });
    return pool.run(request, { bytes: request.text.length * 2 });
  }

  return {
    async match({ checks, text }) {
      try {
        return await matchAll({ checks, text });
      } catch (error) {
        const failed = { passed: null, reason: describe(error) };
        if (checks.length === 1) return [failed];
      }
      // The slow one is alone then.
      const outcomes: Outcome[] = [];
      for (const check of checks) {
        const [outcome] = await matchAll({ checks: [check], text }).catch((error: unknown) => [
          { passed: null, reason: describe(error) },
        ]);
        if (outcome) outcomes.push(outcome);
      }
      return outcomes;
    },
    close: async () => pool?.close(),
  };
}

function describe(error: unknown): string {
  return GatewayError.isInstance(error) ? error.message : "The check could not be made.";
}
