/** CellSaver: stores the results of a run, some in one transaction. */
import { setTimeout as sleep } from "node:timers/promises";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { EvaluationCellRecord, EvaluationClaim } from "#lib/store/evaluations/evaluation-record.ts";
import type { Store } from "#lib/store/store.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";

/** The evaluation was removed, or another instance runs it. */
export class RunEndedError extends Error {}

/** Time for which a store that cannot be written is tried again. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 1_000;

export class CellSaver {
  /** Reason why no more results can be stored. */
  failure: unknown;
  private waiting: EvaluationCellRecord[] = [];
  private timer: NodeJS.Timeout | undefined;
  private saving: Promise<void> = Promise.resolve();
  private readonly of: { store: Pick<Store, "evaluations">; id: string; claim: EvaluationClaim };

  constructor(of: CellSaver["of"]) {
    this.of = of;
  }

  add(cell: EvaluationCellRecord): void {
    this.waiting.push(cell);
    if (this.waiting.length >= EVALUATION_LIMITS.saveCells) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), EVALUATION_LIMITS.saveMs);
  }

  /** Resolves when all results so far are stored, or cannot be. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const cells = this.waiting;
    this.waiting = [];
    if (cells.length > 0) this.saving = this.saving.then(() => this.save(cells));
    return this.saving;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private async save(cells: EvaluationCellRecord[]): Promise<void> {
    const { store, id, claim } = this.of;
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (!this.failure) {
      try {
        if (!(await store.evaluations.saveCells(id, claim, cells))) this.failure = new RunEndedError();
        return;
      } catch (error) {
        const isFull = GatewayError.isInstance(error) && error.code === "quota_exceeded";
        if (isFull || performance.now() > giveUpAt) this.failure = error;
        else await sleep(RETRY_MS);
      }
    }
  }
}
