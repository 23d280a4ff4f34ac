/** Colours a few lines of our own sample code, without the size of a full highlighter. */

export type CodePiece = { text: string; kind?: "string" | "keyword" | "constant" };

const PIECES =
  /(?<string>"[^"\n]*"|'[^']*')|(?<keyword>\b(?:import|from|const|await|new|print)\b|^curl\b)|(?<constant>\b\d+\b|(?<=\s)-[Hd]\b)/gm;

/** Splits `code` into pieces, in order; concatenated they equal `code`. */
export function colourCode(code: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const { index, 0: text, groups } of code.matchAll(PIECES)) {
    if (index > end) pieces.push({ text: code.slice(end, index) });
    const kind = groups?.string ? "string" : groups?.keyword ? "keyword" : "constant";
    pieces.push({ text, kind });
    end = index + text.length;
  }
  if (end < code.length) pieces.push({ text: code.slice(end) });
  return pieces;
}
