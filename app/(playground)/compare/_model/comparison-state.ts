/** State of the compare page. */

import type { Price } from "#lib/playground/models/cost.ts";
import type { Column } from "./column.ts";
import type { ComparisonSummary } from "./comparison-records.ts";

export type ComparisonState = {
  /** ID of the comparison on screen. */
  id: string;
  columns: readonly Column[];
  /** False until the history has been read and the columns exist. */
  ready: boolean;
  list: readonly ComparisonSummary[];
  /** IDs of columns whose response is running. */
  running: readonly string[];
  empty: boolean;
  /** Reason that nothing can be sent, for the send button: a setting that one of the columns cannot send. */
  blocked?: string;
  /** The columns, encoded for the address. */
  address: string;
  prices: { [model: string]: Price };
};
