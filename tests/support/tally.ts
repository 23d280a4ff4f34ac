/** What a test run came to, written by the two reporters and read by scripts/test.ts. */
import { writeFileSync } from "node:fs";

export type Tally = {
  passed: number;
  failed: number;
  /** What failed, in words that find it: the counts stand at the end of a long output. */
  failures: string[];
  skipped: { name: string; reason: string }[];
};

/** The reporters write to the file that this variable names, and nowhere when it is unset. */
export const TALLY_VARIABLE = "TALLY_FILE";

export function writeTally(tally: Tally): void {
  const path = process.env[TALLY_VARIABLE];
  if (path !== undefined) writeFileSync(path, JSON.stringify(tally));
}
