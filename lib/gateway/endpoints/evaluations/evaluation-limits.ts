/** Limits of evaluations. Sizes in bytes, times in ms. */

const MEGABYTE = 1024 * 1024;

export const EVALUATION_LIMITS = {
  /** Body of a definition or an imported file, in bytes. */
  bodyBytes: 32 * MEGABYTE,
  /** Evaluations that one instance runs at once, and requests of all of them. */
  running: 8,
  requests: 64,
  /** Characters of an output that are stored. */
  outputCharacters: 100_000,
  /** Bytes of a response that are read. */
  responseBytes: 16 * MEGABYTE,
  /** Requests of one cell that failed for a reason that may pass. */
  attempts: 4,
  /** First wait after such a failure; each doubles it. */
  retryMs: 1_000,
  /** Longest wait that a provider can ask for, and all waits of one cell for limits. */
  longestRetryMs: 600_000,
  longestWaitMs: 7_200_000,
  /** Results are stored together after this time. */
  saveMs: 200,
  saveCells: 100,
  /** Rows of each column that an estimate looks at. */
  sampledRows: 5,
  /** Rows of one page of the list of rows. */
  pageRows: 200,
} as const;
