/** The last few writes of a stream, kept by reference: enough to see how it ended without reading what came before. */
export type Tail = {
  add(chunk: Buffer): void;
  /** @param rest what came after the last whole event */
  text(rest: Buffer | undefined): string;
};

/** The finish, the usage and the terminator may each come in a write of their own. */
const KEPT = 4;

export function createTail(): Tail {
  const kept: (Buffer | undefined)[] = new Array(KEPT);
  let next = 0;
  return {
    add(chunk) {
      kept[next] = chunk;
      next = (next + 1) % KEPT;
    },
    text(rest) {
      const chunks = [...kept.slice(next), ...kept.slice(0, next), rest].filter((chunk) => chunk !== undefined);
      return Buffer.concat(chunks).toString("utf8");
    },
  };
}
