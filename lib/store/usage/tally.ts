import type { Selection } from "./place-rows.ts";
import type { RowBlock } from "./row-block.ts";

/** Answer to a question about usage, collected from one block of rows after another. */
export type Tally<Result> = {
  /** Called with rows that count, at least one. */
  add(block: RowBlock, selection: Selection): void;
  finish(): Result;
};
