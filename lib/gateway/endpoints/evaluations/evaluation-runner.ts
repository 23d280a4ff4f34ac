/**
 * EvaluationRunner: claims running evaluations and works at them, each on one instance at a time. Another instance takes
 * one over once the claim has expired, or at once when the instance that holds it is known to have ended.
 */

import type { RunnableEvaluation } from "#lib/store/evaluations/evaluation-record.ts";
import type { EvaluationEnvironment } from "./evaluation-environment.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";
import { type EvaluationRun, startEvaluation } from "./run-evaluation.ts";

/** Lifetime of a claim that is not renewed, by the database's clock. */
const CLAIM_MS = 20_000;
const RENEW_MS = 5_000;
/** Interval of checks for evaluations that another process created or left unfinished. */
const CHECK_MS = 3_000;
/** Wait after a fault of the gateway, such as a database that does not respond. */
const FAULT_MS = 5_000;
const MOST_LISTED = 200;

export type EvaluationRunner = {
  /** Checks for new work. */
  wake(): void;
  /** Stops all work; the evaluations go on at another instance, or at the next start. */
  close(): Promise<void>;
};

export function createEvaluationRunner(environment: EvaluationEnvironment): EvaluationRunner {
  const { store, instance, services, log } = environment;
  const by = instance.id;
  const running = new Map<string, EvaluationRun>();
  const faultyUntil = new Map<string, number>();
  let isClosed = false;
  let checking: Promise<void> | undefined;
  let again = false;

  const renewal = setInterval(() => {
    if (running.size > 0) store.evaluations.renewClaims(by, CLAIM_MS).catch(report);
  }, RENEW_MS).unref();
  const looks = setInterval(wake, CHECK_MS).unref();

  function report(error: unknown): void {
    log(`Evaluations cannot be worked at: ${String(error)}`);
  }

  function wake(): void {
    if (isClosed) return;
    again = true;
    checking ??= takeAll().finally(() => {
      checking = undefined;
      if (again) wake();
    });
  }

  async function takeAll(): Promise<void> {
    while (again && !isClosed) {
      again = false;
      await takeSome().catch(report);
    }
  }

  async function takeSome(): Promise<void> {
    if (running.size >= EVALUATION_LIMITS.running) return;
    const ended = new Map<string, boolean>();
    for (const evaluation of await store.evaluations.listRunning(MOST_LISTED)) {
      const { id } = evaluation;
      if (isClosed || services.inFlight.draining || running.size >= EVALUATION_LIMITS.running) return;
      const isFaulty = performance.now() < (faultyUntil.get(id) ?? 0);
      if (running.has(id) || isFaulty || (await isClaimedByOther(evaluation, ended))) continue;
      const claim = await store.evaluations.claim(evaluation, { by, leaseMs: CLAIM_MS });
      if (claim) begin(id, startEvaluation(evaluation, claim, environment));
    }
  }

  function begin(id: string, run: EvaluationRun): void {
    running.set(id, run);
    faultyUntil.delete(id);
    run.done
      .catch((error: unknown) => {
        log(`Evaluation ${id} is tried again: ${error instanceof Error ? error.stack : String(error)}`);
        faultyUntil.set(id, performance.now() + FAULT_MS);
      })
      .finally(() => {
        running.delete(id);
        wake();
      });
    if (isClosed) run.stop();
  }

  /** @param ended known states of instances; it grows, so that each is looked up once */
  async function isClaimedByOther(
    { claimedBy, claimLeftMs }: RunnableEvaluation,
    ended: Map<string, boolean>,
  ): Promise<boolean> {
    if (claimedBy === null || claimedBy === by) return false;
    if (claimLeftMs <= 0) return !instance.knowsOthers();
    const hasEnded = ended.get(claimedBy) ?? (await instance.hasEnded(claimedBy));
    ended.set(claimedBy, hasEnded);
    return !hasEnded;
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    isClosed = true;
    clearInterval(looks);
    await checking;
    for (const run of running.values()) run.stop();
    await Promise.allSettled([...running.values()].map(({ done }) => done));
    clearInterval(renewal);
  }

  wake();
  return {
    wake,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
