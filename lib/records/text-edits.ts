/** Replacements in a text that arrived in chunks: each chunk keeps its part of the text. */

export type Chunks = [at: number, text: string][];

/** Replaces the characters from `start` to `end`. */
export type Edit = { start: number; end: number; text: string };

/** Applies edits, ordered and apart from each other. A replacement lies in the chunk in which its text began. */
export function editChunks(chunks: Chunks, edits: readonly Edit[]): Chunks {
  if (edits.length === 0) return chunks;
  const edited: Chunks = [];
  let next = 0;
  let offset = 0;
  for (const [at, text] of chunks) {
    const chunkEnd = offset + text.length;
    let position = offset;
    let kept = "";
    for (let edit = edits[next]; edit && edit.start < chunkEnd; edit = edits[next]) {
      if (edit.start >= offset) kept += text.slice(position - offset, edit.start - offset) + edit.text;
      position = Math.min(edit.end, chunkEnd);
      // The rest of a replaced text may be in later chunks.
      if (edit.end > chunkEnd) break;
      next += 1;
    }
    kept += text.slice(position - offset);
    edited.push([at, kept]);
    offset = chunkEnd;
  }
  return edited;
}

export function joinText(chunks: Chunks): string {
  return chunks.map(([, text]) => text).join("");
}
