/** First write and last few writes of a stream, held by reference: enough to read its end and its token counts. */
export type StreamEnds = {
  add(chunk: Buffer): void;
  /** @param rest bytes after the last whole event */
  tail(rest: Buffer | undefined): string;
  /** Returns the first write and the last ones, each once. */
  whole(): string;
};

/** Finish, usage and terminator may each come in a separate write. */
const LAST_WRITES = 4;
/** Limit on the first write in characters; counters at the beginning of a response come first. */
const BEGINNING = 16_384;

export function createStreamEnds(): StreamEnds {
  let first: Buffer | undefined;
  const last: (Buffer | undefined)[] = new Array(LAST_WRITES);
  let next = 0;
  const listChunks = () => [...last.slice(next), ...last.slice(0, next)].filter((chunk) => chunk !== undefined);
  return {
    add(chunk) {
      first ??= chunk;
      last[next] = chunk;
      next = (next + 1) % LAST_WRITES;
    },
    tail: (rest) => Buffer.concat(rest ? [...listChunks(), rest] : listChunks()).toString("utf8"),
    whole() {
      const chunks = listChunks();
      const beginning = first && !chunks.includes(first) ? [first.subarray(0, BEGINNING)] : [];
      return Buffer.concat([...beginning, ...chunks]).toString("utf8");
    },
  };
}
