/** Amount until its end, in Unix milliseconds; one that ended begins anew as the same object. */
export type Window = { endsAt: number; total: number };
export type Hold = { total: number };

/** FoundCounters: where the counters in memory have the window and the hold of a limit, which one of them found before. */
export class FoundCounters {
  /** State of the counters that it was found in: another one, or one of which some were deleted, must look again. */
  table: object | undefined;
  window: Window | undefined;
  hold: Hold | undefined;
}
