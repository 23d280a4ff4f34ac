/** Evaluation and its cells as stored. Times are Unix milliseconds; JSON is stored as text. */
import type { EvaluationState } from "#lib/contract/evaluation.ts";

export type EvaluationRecord = {
  id: string;
  /** Key that owns it, or "admin". */
  keyId: string;
  name: string;
  state: EvaluationState;
  /** JSON of an EvaluationStop. */
  stopped: string | null;
  /** JSON of the columns, the checks and the names of the fields. */
  definition: string;
  /** JSON array of the rows; read apart from the rest. */
  dataset: string;
  /** Number of rows and columns. */
  rowCount: number;
  columnCount: number;
  concurrency: number;
  createdAt: number;
  updatedAt: number;
  endedAt: number | null;
  expiresAt: number;
  /** Instance that runs it, and the time by the database's clock until which it is reserved for that instance. */
  claimedBy: string | null;
  claimedUntil: number;
  /** Number of claims so far. */
  fence: number;
};

/** Evaluation without its rows. */
export type EvaluationHead = Omit<EvaluationRecord, "dataset">;

/** Running evaluation, with the milliseconds that are left of its claim. */
export type RunnableEvaluation = EvaluationHead & { claimLeftMs: number };

export type EvaluationClaim = { by: string; fence: number };

/** Result of one cell. A cell without a row has no result yet. */
export type EvaluationCellRecord = {
  evaluationId: string;
  rowIndex: number;
  columnIndex: number;
  keyId: string;
  state: "done" | "error";
  /** 1, 0, or null while it is open or without checks. */
  passed: number | null;
  output: string;
  /** JSON of a CellDetail. */
  detail: string;
  /** Results of the checks as characters: 1, 0 and `-` for an open one. */
  marks: string;
  inputTokens: number | null;
  outputTokens: number | null;
  cost: number | null;
  checksCost: number;
  totalMs: number | null;
  thumb: number | null;
  note: string | null;
  /** Bytes that it counts in the quota. */
  bytes: number;
  finishedAt: number;
};

/** Cell without its texts. */
export type EvaluationCellResult = Omit<
  EvaluationCellRecord,
  "output" | "detail" | "note" | "keyId" | "evaluationId" | "bytes" | "finishedAt"
>;

/** Cell with the first characters of its output. */
export type EvaluationCellHead = EvaluationCellResult & { preview: string };

export type EvaluationQuery = {
  /** Filter by the key that owns them. */
  keyId?: string | undefined;
  after?: Pick<EvaluationRecord, "id" | "createdAt"> | undefined;
  limit: number;
};

export type CellPlace = { row: number; column: number };

export type EvaluationStore = {
  /** @throws GatewayError 507 over the quota of its key */
  create(record: EvaluationRecord): Promise<void>;
  /** Returns undefined for an expired evaluation too. */
  find(id: string): Promise<EvaluationHead | undefined>;
  readDataset(id: string): Promise<string | undefined>;
  /** Returns evaluations, newest first, with the number of their cells that have a result. */
  list(query: EvaluationQuery): Promise<(EvaluationHead & { done: number })[]>;
  update(
    id: string,
    changes: Partial<Pick<EvaluationRecord, "name" | "state" | "stopped" | "concurrency" | "updatedAt" | "endedAt">>,
  ): Promise<boolean>;
  /** Removes an evaluation with its cells. */
  remove(id: string): Promise<void>;
  /** Returns running evaluations, oldest first. */
  listRunning(limit: number): Promise<RunnableEvaluation[]>;
  /** @returns undefined when the claim has changed since it was read, or the evaluation no longer runs */
  claim(of: EvaluationHead, claim: { by: string; leaseMs: number }): Promise<EvaluationClaim | undefined>;
  renewClaims(by: string, leaseMs: number): Promise<void>;
  release(id: string, claim: EvaluationClaim): Promise<void>;
  /**
   * Stores results, and returns the state of the evaluation; undefined when it is gone or claimed by another instance:
   * nothing is stored then.
   * @throws GatewayError 507 over the quota of its key
   */
  saveCells(
    id: string,
    claim: EvaluationClaim,
    cells: readonly EvaluationCellRecord[],
  ): Promise<{ state: EvaluationState; concurrency: number } | undefined>;
  /** Ends or pauses it and its claim. Returns false when another instance has claimed it, or it no longer runs. */
  finish(
    id: string,
    claim: EvaluationClaim,
    end: Pick<EvaluationRecord, "state" | "stopped" | "endedAt">,
  ): Promise<boolean>;
  /** Reads the places of all results. */
  listPlaces(id: string): Promise<CellPlace[]>;
  listResults(id: string): Promise<EvaluationCellResult[]>;
  /** Reads the cells of some rows. */
  listCells(id: string, rows: readonly number[]): Promise<EvaluationCellHead[]>;
  /** Reads whole cells of a range of rows, up to and not with `to`. */
  readCells(id: string, rows: { from: number; to: number }): Promise<EvaluationCellRecord[]>;
  findCell(id: string, place: CellPlace): Promise<EvaluationCellRecord | undefined>;
  updateCell(
    id: string,
    place: CellPlace,
    changes: Pick<EvaluationCellRecord, "thumb" | "note" | "detail" | "marks" | "passed">,
  ): Promise<boolean>;
  /** Removes results, so that their cells run again. @returns their number */
  removeCells(id: string, which: "errors" | "failed" | "all" | CellPlace): Promise<number>;
  removeExpired(now: number): Promise<void>;
  /** Removes those that were created before a time and do not run, until the signal is aborted. */
  removeCreatedBefore(time: number, signal: AbortSignal): Promise<void>;
};
