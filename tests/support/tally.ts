/** Result of a test run, written by the two reporters and read by scripts/test.ts. */
import { writeFileSync } from "node:fs";

export type Tally = {
  passed: number;
  failed: number;
  /** Searchable names of the failed tests: the counts are at the end of a long output. */
  failures: string[];
  skipped: { name: string; reason: string }[];
};

/** Environment variable with the path of the reporters' file; when unset they write none. */
export const TALLY_VARIABLE = "TALLY_FILE";

export function writeTally(tally: Tally): void {
  const path = process.env[TALLY_VARIABLE];
  if (path !== undefined) writeFileSync(path, JSON.stringify(tally));
}
