/**
 * GrowingBuffer: collects chunks in one piece of memory. A list of chunks costs an object of a hundred bytes for each,
 * so that a body in chunks of one byte would take a hundred times its length.
 */
export type GrowingBuffer = {
  readonly length: number;
  append(chunk: Buffer): void;
  /** Returns the last `count` bytes, or all if there are fewer. */
  last(count: number): Buffer;
  /** Returns all bytes so far and empties the buffer. */
  take(): Buffer;
};

const EMPTY = Buffer.alloc(0);
const SMALLEST = 4_096;

/** @param expected length in bytes, if known: memory is then allocated once */
export function createGrowingBuffer({ expected = 0 }: { expected?: number | undefined } = {}): GrowingBuffer {
  let memory: Buffer = EMPTY;
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(chunk) {
      if (length === 0) {
        // Most bodies are one chunk: it is used directly, not copied.
        memory = chunk;
      } else {
        const needed = length + chunk.length;
        if (needed > memory.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(expected || Math.max(SMALLEST, 2 * memory.length), needed));
          memory.copy(larger, 0, 0, length);
          memory = larger;
        }
        chunk.copy(memory, length);
      }
      length += chunk.length;
    },
    last: (count) => memory.subarray(Math.max(0, length - count), length),
    take() {
      const bytes = memory.subarray(0, length);
      memory = EMPTY;
      length = 0;
      return bytes;
    },
  };
}
