/** The first write and the last few writes of a stream, held by reference: enough to see how it ended and what it counted. */
export type StreamEnds = {
  add(chunk: Buffer): void;
  /** @param rest what came after the last whole event */
  tail(rest: Buffer | undefined): string;
  /** The first write and the last ones, each once. */
  whole(): string;
};

/** The finish, the usage and the terminator may each come in a write of their own. */
const LAST_WRITES = 4;
/** Characters of the first write; where an answer begins with its counters, they come first. */
const BEGINNING = 16_384;

export function createStreamEnds(): StreamEnds {
  let first: Buffer | undefined;
  const last: (Buffer | undefined)[] = new Array(LAST_WRITES);
  let next = 0;
  const inOrder = () => [...last.slice(next), ...last.slice(0, next)].filter((chunk) => chunk !== undefined);
  return {
    add(chunk) {
      first ??= chunk;
      last[next] = chunk;
      next = (next + 1) % LAST_WRITES;
    },
    tail: (rest) => Buffer.concat(rest ? [...inOrder(), rest] : inOrder()).toString("utf8"),
    whole() {
      const chunks = inOrder();
      const beginning = first && !chunks.includes(first) ? [first.subarray(0, BEGINNING)] : [];
      return Buffer.concat([...beginning, ...chunks]).toString("utf8");
    },
  };
}
