/**
 * Cuts a stream of bytes at the ends of its server-sent events, so that no event is ever split over two writes and a cut
 * upstream leaves no half event behind. The bytes themselves are not read, only searched for the blank line.
 */
export type FrameAligner = {
  /** What of the bytes so far is whole events and was not given out yet; undefined when there is none. */
  push(chunk: Buffer): Buffer | undefined;
  /** What is left: an event without its blank line. */
  rest(): Buffer | undefined;
};

const NEWLINE = 0x0a;
const BLANK_LINES = [Buffer.from("\n\n"), Buffer.from("\r\n\r\n"), Buffer.from("\r\r")];
/** The longest blank line, less one byte: how much of an earlier chunk can belong to one that a later chunk completes. */
const OVERLAP = 3;

export function createFrameAligner(): FrameAligner {
  let held: Buffer[] = [];

  function take(): Buffer | undefined {
    if (held.length === 0) return undefined;
    const bytes = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held);
    held = [];
    return bytes;
  }

  return {
    push(chunk) {
      const { length } = chunk;
      // Nearly always a chunk is whole events.
      if (held.length === 0 && chunk[length - 1] === NEWLINE && chunk[length - 2] === NEWLINE) return chunk;
      let end = lastEventEnd(chunk);
      if (end === 0 && held.length > 0) {
        const before = tailOf(held);
        const straddling = lastEventEnd(Buffer.concat([before, chunk.subarray(0, OVERLAP)]));
        end = straddling > before.length ? straddling - before.length : 0;
      }
      if (end === 0) {
        held.push(chunk);
        return undefined;
      }
      held.push(end === length ? chunk : chunk.subarray(0, end));
      const whole = take();
      if (end < length) held.push(chunk.subarray(end));
      return whole;
    },
    rest: take,
  };
}

/** The index behind the last blank line; 0 when there is none. */
function lastEventEnd(bytes: Buffer): number {
  let end = 0;
  for (const blankLine of BLANK_LINES) {
    const at = bytes.lastIndexOf(blankLine);
    if (at >= 0) end = Math.max(end, at + blankLine.length);
  }
  return end;
}

function tailOf(chunks: Buffer[]): Buffer {
  const last = chunks.at(-1) as Buffer;
  if (last.length >= OVERLAP || chunks.length === 1) return last.subarray(-OVERLAP);
  return Buffer.concat(chunks).subarray(-OVERLAP);
}
