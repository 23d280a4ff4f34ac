/** Runs one evaluation on this instance: its cells in the order of the rows, some at once, until none is left. */
import { setMaxListeners } from "node:events";
import type { EvaluationStop } from "#lib/contract/evaluation.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { EvaluationClaim, EvaluationHead } from "#lib/store/evaluations/evaluation-record.ts";
import { CellStoppedError, HaltError } from "./call-with-retries.ts";
import { readDefinition, readRows } from "./cell-detail.ts";
import { CellSaver, RunEndedError } from "./cell-saver.ts";
import type { EvaluationEnvironment } from "./evaluation-environment.ts";
import { Pace } from "./pace.ts";
import { type CellJob, type CellRun, runCell } from "./run-cell.ts";

/** Time between two looks at whether somebody has paused it or changed its concurrency. */
const LOOK_MS = 1_000;
/** Time for which an owner is remembered. */
const PRINCIPAL_MS = 5_000;
/** Time for running cells when the gateway stops. */
const LAST_MS = 4_000;

export type EvaluationRun = {
  /** Begins no more cells, and ends those that run after some seconds. */
  stop(): void;
  done: Promise<void>;
};

export function startEvaluation(
  evaluation: EvaluationHead,
  claim: EvaluationClaim,
  environment: EvaluationEnvironment,
): EvaluationRun {
  const { id, keyId } = evaluation;
  const { store, services, send, matcher, slots } = environment;
  const abort = new AbortController();
  const waits = new AbortController();
  const pace = new Pace(evaluation.concurrency);
  const saver = new CellSaver({ store, id, claim });
  let isStopping = false;
  let halt: EvaluationStop | undefined;
  let lastCall: NodeJS.Timeout | undefined;
  let owner: { principal: Promise<Principal | undefined>; until: number } | undefined;

  async function findPrincipal(): Promise<Principal> {
    if (!owner || performance.now() > owner.until) {
      owner = { principal: services.keyRing.findById(keyId), until: performance.now() + PRINCIPAL_MS };
      owner.principal.catch(() => {
        owner = undefined;
      });
    }
    const principal = await owner.principal;
    if (principal) return principal;
    throw new HaltError({ code: "key_inactive", message: "The key of this evaluation is revoked or has expired." });
  }

  // Each running cell may wait on them.
  setMaxListeners(0, abort.signal, waits.signal);
  const run: CellRun = {
    ...{ services, send, pace, matcher, findPrincipal, keyId, evaluationId: id },
    signal: abort.signal,
    waitSignal: waits.signal,
    headers: { "x-gateway-tags": `evaluation:${id}` },
  };

  function beginNoMore(): void {
    isStopping = true;
    waits.abort(new CellStoppedError());
  }

  function stop(): void {
    beginNoMore();
    lastCall ??= setTimeout(() => abort.abort(new CellStoppedError()), LAST_MS);
  }

  async function look(): Promise<void> {
    const current = await store.evaluations.find(id);
    if (current?.state !== "running") beginNoMore();
    if (!current) abort.abort(new RunEndedError());
    else pace.setMost(current.concurrency);
  }

  async function runAll(): Promise<void> {
    const dataset = await store.evaluations.readDataset(id);
    if (dataset === undefined) throw new RunEndedError();
    const { columns, checks } = readDefinition(evaluation);
    const rows = readRows(dataset);
    const done = new Set(
      (await store.evaluations.listPlaces(id)).map(({ row, column }) => row * columns.length + column),
    );
    let next = 0;
    const active = new Set<Promise<void>>();
    const looks = setInterval(() => void look().catch(() => {}), LOOK_MS);
    try {
      while (!isStopping && !saver.failure && next < rows.length * columns.length) {
        const index = next;
        next += 1;
        if (done.has(index)) continue;
        const place = { row: Math.floor(index / columns.length), column: index % columns.length };
        const [row, column] = [rows[place.row], columns[place.column]];
        if (!row || !column) continue;
        await slots.take();
        const job = work({ place, row, column, checks }).finally(() => {
          slots.release();
          active.delete(job);
        });
        active.add(job);
        while (active.size >= pace.limit && !isStopping) await Promise.race([...active, wake()]);
      }
      await Promise.all(active);
      await saver.flush();
    } finally {
      clearInterval(looks);
      clearTimeout(lastCall);
    }
    if (saver.failure) throw saver.failure;
  }

  /** A pause or a larger concurrency is seen while cells wait for limits. */
  const wake = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS).unref());

  async function work(job: CellJob): Promise<void> {
    try {
      saver.add(await runCell(job, run));
    } catch (error) {
      beginNoMore();
      if (error instanceof HaltError) halt ??= error.stop;
      else if (!(error instanceof CellStoppedError || error instanceof RunEndedError)) {
        environment.log(`Evaluation ${id} stopped: ${error instanceof Error ? error.stack : String(error)}`);
        halt ??= {
          code: "internal_error",
          message: "A fault of the gateway stopped the evaluation; the log has the reason.",
        };
      }
    }
  }

  async function end(): Promise<void> {
    try {
      await runAll();
    } catch (error) {
      if (error instanceof RunEndedError) return;
      if (!GatewayError.isInstance(error) || error.status !== 507) throw error;
      halt = { code: error.code ?? "quota_exceeded", message: error.message };
    }
    if (halt)
      await store.evaluations.finish(id, claim, { state: "paused", stopped: JSON.stringify(halt), endedAt: null });
    else if (!isStopping) {
      await store.evaluations.finish(id, claim, { state: "completed", stopped: null, endedAt: Date.now() });
    } else await store.evaluations.release(id, claim);
  }

  return { stop, done: end().finally(() => saver.close()) };
}
