/** Number of lines per chunk; a chunk is rendered, coloured and painted as one. */
const linesPerChunk = 50;
/** Limit on a chunk, in characters, so that minified code does not make one endless chunk. */
const longestChunk = 8_000;

/**
 * Cuts code into chunks of 50 lines; each but the last ends with its line feed. As the code grows only the last chunk
 * changes.
 */
export function toCodeChunks(code: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  let lines = 0;
  for (let lineFeed = code.indexOf("\n"); lineFeed >= 0; lineFeed = code.indexOf("\n", lineFeed + 1)) {
    lines += 1;
    if (lines < linesPerChunk && lineFeed - start < longestChunk) continue;
    chunks.push(code.slice(start, lineFeed + 1));
    start = lineFeed + 1;
    lines = 0;
  }
  if (start < code.length || chunks.length === 0) chunks.push(code.slice(start));
  return chunks;
}

/** Counts the lines of code whose last line has no line feed. */
export function countLines(code: string): number {
  let lines = 1;
  for (let lineFeed = code.indexOf("\n"); lineFeed >= 0; lineFeed = code.indexOf("\n", lineFeed + 1)) lines += 1;
  return lines;
}
