/**
 * Cuts a stream of bytes at the ends of its server-sent events, so that no event is ever split over two writes and a
 * cut upstream leaves no half event. The bytes are not parsed, only searched for the blank line.
 */
import { createGrowingBuffer } from "./growing-buffer.ts";

export type FrameAligner = {
  /** Returns the whole events so far that were not returned before; undefined when there are none. */
  push(chunk: Buffer): Buffer | undefined;
  /** Returns the remaining bytes: an event without its blank line. */
  rest(): Buffer | undefined;
};

export type FrameAlignerOptions = {
  /** Limit on one event in bytes; it may be exceeded by less than a chunk. */
  largestEvent: number;
  /** Called once, when an event is larger; nothing is returned from then on. */
  onTooLarge: () => void;
};

const NEWLINE = 0x0a;
const BLANK_LINES = [Buffer.from("\n\n"), Buffer.from("\r\n\r\n"), Buffer.from("\r\r")];
/**
 * Length of the longest blank line minus one: bytes of an earlier chunk that can belong to a blank line in a later one.
 */
const OVERLAP = 3;

export function createFrameAligner({ largestEvent, onTooLarge }: FrameAlignerOptions): FrameAligner {
  const pending = createGrowingBuffer();
  let tooLarge = false;

  return {
    push(chunk) {
      const { length } = chunk;
      if (tooLarge) return undefined;
      // Most chunks are whole events.
      if (pending.length === 0 && chunk[length - 1] === NEWLINE && chunk[length - 2] === NEWLINE) return chunk;
      let end = lastEventEnd(chunk);
      if (end === 0 && pending.length > 0) {
        const before = pending.last(OVERLAP);
        const straddling = lastEventEnd(Buffer.concat([before, chunk.subarray(0, OVERLAP)]));
        end = straddling > before.length ? straddling - before.length : 0;
      }
      if (end === 0) {
        pending.append(chunk);
        if (pending.length <= largestEvent) return undefined;
        tooLarge = true;
        pending.take();
        onTooLarge();
        return undefined;
      }
      const ended = chunk.subarray(0, end);
      const whole = pending.length === 0 ? ended : Buffer.concat([pending.take(), ended]);
      if (end < length) pending.append(chunk.subarray(end));
      return whole;
    },
    rest: () => (pending.length === 0 ? undefined : pending.take()),
  };
}

/** Returns the index after the last blank line; 0 when there is none. */
function lastEventEnd(bytes: Buffer): number {
  let end = 0;
  for (const blankLine of BLANK_LINES) {
    const at = bytes.lastIndexOf(blankLine);
    if (at >= 0) end = Math.max(end, at + blankLine.length);
  }
  return end;
}
