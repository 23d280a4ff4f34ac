import type { Selection } from "./place-rows.ts";
import type { RowBlock } from "./row-block.ts";

/** Content of a tally that another one can add, with about its size in memory. */
export type TallyPart<Content = unknown> = { content: Content; bytes: number };

/** Answer to a question about usage, collected from one block of rows after another. */
export type Tally<Result = unknown, Content = unknown> = {
  /** Called with rows that count, at least one. */
  add(block: RowBlock, selection: Selection): void;
  /** Returns what it has collected, and ends it. */
  toPart(): TallyPart<Content>;
  /** Adds what another tally has collected for the same question. */
  addPart(content: Content): void;
  finish(): Result;
  /** Answers the same question without its split. */
  finishWhole?(): Result;
};
