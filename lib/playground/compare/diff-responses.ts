/** Word-by-word diff of two answers. The diff library is loaded with this file, when a diff is first opened. */
import { diffWordsWithSpace } from "diff";

export type DiffPiece = { text: string; kind: "same" | "removed" | "added" };

/** Time limit of a diff, in milliseconds. Texts with nothing in common would block the page. */
const LIMIT = 1500;

export type ResponseDiff = {
  pieces: DiffPiece[];
  /** Number of words that differ: a replaced word counts once. */
  differing: number;
};

/** Compares two answers; returns undefined when they differ too much to be compared in time. */
export function diffResponses(before: string, after: string): ResponseDiff | undefined {
  const changes = diffWordsWithSpace(before, after, { timeout: LIMIT });
  if (!changes) return undefined;
  const pieces = changes.map(({ value, added, removed }): DiffPiece => {
    return { text: value, kind: added ? "added" : removed ? "removed" : "same" };
  });
  return { pieces, differing: countDiffering(pieces) };
}

/** Counts a removed piece and the added piece after it as one replacement. */
function countDiffering(pieces: readonly DiffPiece[]): number {
  let differing = 0;
  for (const [index, { kind, text }] of pieces.entries()) {
    if (kind === "same") continue;
    const before = pieces[index - 1];
    const replaced = kind === "added" && before?.kind === "removed" ? countWords(before.text) : 0;
    differing += Math.max(0, countWords(text) - replaced);
  }
  return differing;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
