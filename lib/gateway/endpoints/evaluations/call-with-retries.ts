/** Repeats calls of models that failed for a reason that may pass, and waits as limits ask for. */
import type { EvaluationStop } from "#lib/contract/evaluation.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { ModelRequest } from "#lib/evaluations/column-request.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { ERROR_SOURCE, GatewayError } from "#lib/http/gateway-error.ts";
import { type Called, callModel, type SendOwn } from "./call-model.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";
import type { Pace } from "./pace.ts";

/** Ends the run of an evaluation, which pauses with this reason: no other cell could succeed either. */
export class HaltError extends Error {
  readonly stop: EvaluationStop;

  constructor(stop: EvaluationStop) {
    super(stop.message);
    this.stop = stop;
  }
}

/** The evaluation was paused or the gateway stops: the cell has no result yet. */
export class CellStoppedError extends Error {}

export type CallEnvironment = {
  services: Services;
  send: SendOwn;
  pace: Pace;
  signal: AbortSignal;
  /** Ends waits for limits, when the evaluation is paused. */
  waitSignal: AbortSignal;
  /** Returns the owner of the evaluation. @throws HaltError when the key is not active any more */
  findPrincipal(): Promise<Principal>;
  /** Header fields of the gateway for each request. */
  headers: Record<string, string>;
};

export type Succeeded = { called: Called; attempts: number };
export type Failed = { error: EvaluationStop; attempts: number; called: Called | undefined };

/** @throws HaltError, CellStoppedError, and the reason of an abort */
export async function callWithRetries(
  model: string,
  request: ModelRequest,
  { services, send, pace, signal, waitSignal, findPrincipal, headers }: CallEnvironment,
): Promise<Succeeded | Failed> {
  let failures = 0;
  let waited = 0;
  for (let attempts = 1; ; attempts += 1) {
    waited += await pace.ready(model, waitSignal);
    const principal = await findPrincipal();
    let called: Called | undefined;
    let error: EvaluationStop;
    let problem: Problem;
    try {
      called = await callModel(request, { principal, send, services, headers, signal });
      if (called.status < 400) {
        pace.noteSuccess();
        return { called, attempts };
      }
      error = readError(called, request.dialect);
      problem = classify(called);
    } catch (thrown) {
      signal.throwIfAborted();
      if (!GatewayError.isInstance(thrown)) throw thrown;
      error = { code: thrown.code ?? "error", message: thrown.message };
      problem = { kind: "final" };
    }
    if (services.inFlight.draining) throw new CellStoppedError();
    if (error.code === "budget_exhausted") throw new HaltError(error);
    if (problem.kind === "limit") {
      if (waited > EVALUATION_LIMITS.longestWaitMs) return { error, attempts, called };
      if (error.code === "concurrency_exceeded") pace.slowDown();
      pace.hold(problem.isOfKey ? "" : model, Math.min(problem.waitMs, EVALUATION_LIMITS.longestRetryMs));
    } else {
      failures += 1;
      if (problem.kind === "final" || failures >= EVALUATION_LIMITS.attempts) return { error, attempts, called };
      pace.hold(model, problem.waitMs ?? EVALUATION_LIMITS.retryMs * 2 ** (failures - 1));
    }
  }
}

type Problem =
  | { kind: "final" }
  | { kind: "passing"; waitMs: number | undefined }
  | { kind: "limit"; waitMs: number; isOfKey: boolean };

const PASSING = new Set([408, 409, 425, 500, 502, 503, 504, 529]);
const USUAL_WAIT_MS = 2_000;

function classify({ status, headers }: Called): Problem {
  const waitMs = readRetryAfter(headers);
  if (headers["x-should-retry"] === "false") return { kind: "final" };
  if (status === 429) {
    const isOfKey = headers[ERROR_SOURCE] !== "upstream";
    return { kind: "limit", waitMs: waitMs ?? USUAL_WAIT_MS, isOfKey };
  }
  return PASSING.has(status) ? { kind: "passing", waitMs } : { kind: "final" };
}

/** Returns milliseconds; the header has seconds or a date. */
function readRetryAfter(headers: Called["headers"]): number | undefined {
  const value = String(headers["retry-after"] ?? "");
  if (value === "") return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? Math.max(ms, 50) : undefined;
}

function readError({ json, status }: Called, dialect: ModelRequest["dialect"]): EvaluationStop {
  const read = dialects[dialect].readError(json);
  return {
    code: read?.code ?? read?.type ?? `http_${status}`,
    message: (read?.message ?? `The request failed with status ${status}.`).slice(0, 2_000),
  };
}
