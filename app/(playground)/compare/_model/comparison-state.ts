/** What the compare page shows of its controller. */

import type { Price } from "#lib/playground/models/cost.ts";
import type { Column } from "./column.ts";
import type { ComparisonSummary } from "./comparison-records.ts";

export type ComparisonState = {
  /** Of the comparison on screen. */
  id: string;
  columns: readonly Column[];
  /** False until the history has been read and the columns stand. */
  ready: boolean;
  list: readonly ComparisonSummary[];
  /** Ids of columns whose answer is on its way. */
  running: readonly string[];
  /** Requests are sent, and the gateway has taken none of them yet. */
  sending: boolean;
  empty: boolean;
  /** Why nothing can be sent, for the send button: a setting that one of the columns cannot send as it stands. */
  blocked?: string;
  /** The columns as an address says them. */
  address: string;
  /** The newest message that the gateway has taken from one of the columns. */
  accepted?: { text: string };
  prices: { [model: string]: Price };
};
