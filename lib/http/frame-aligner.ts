/**
 * Cuts a stream of bytes at the ends of its server-sent events, so that no event is ever split over two writes and a cut
 * upstream leaves no half event behind. The bytes themselves are not read, only searched for the blank line.
 */
import { createGrowingBuffer } from "./growing-buffer.ts";

export type FrameAligner = {
  /** What of the bytes so far is whole events and was not given out yet; undefined when there is none. */
  push(chunk: Buffer): Buffer | undefined;
  /** What is left: an event without its blank line. */
  rest(): Buffer | undefined;
};

export type FrameAlignerOptions = {
  /** Bytes of one event; it may exceed them by less than a chunk. */
  largestEvent: number;
  /** Called once, when an event is larger; nothing is given out from then on. */
  onTooLarge: () => void;
};

const NEWLINE = 0x0a;
const BLANK_LINES = [Buffer.from("\n\n"), Buffer.from("\r\n\r\n"), Buffer.from("\r\r")];
/** The longest blank line, less one byte: how much of an earlier chunk can belong to one that a later chunk completes. */
const OVERLAP = 3;

export function createFrameAligner({ largestEvent, onTooLarge }: FrameAlignerOptions): FrameAligner {
  const held = createGrowingBuffer();
  let tooLarge = false;

  return {
    push(chunk) {
      const { length } = chunk;
      if (tooLarge) return undefined;
      // Nearly always a chunk is whole events.
      if (held.length === 0 && chunk[length - 1] === NEWLINE && chunk[length - 2] === NEWLINE) return chunk;
      let end = lastEventEnd(chunk);
      if (end === 0 && held.length > 0) {
        const before = held.last(OVERLAP);
        const straddling = lastEventEnd(Buffer.concat([before, chunk.subarray(0, OVERLAP)]));
        end = straddling > before.length ? straddling - before.length : 0;
      }
      if (end === 0) {
        held.append(chunk);
        if (held.length <= largestEvent) return undefined;
        tooLarge = true;
        held.take();
        onTooLarge();
        return undefined;
      }
      const ended = chunk.subarray(0, end);
      const whole = held.length === 0 ? ended : Buffer.concat([held.take(), ended]);
      if (end < length) held.append(chunk.subarray(end));
      return whole;
    },
    rest: () => (held.length === 0 ? undefined : held.take()),
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
