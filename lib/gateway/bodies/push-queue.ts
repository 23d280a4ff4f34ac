/**
 * PushQueue: turns pushes of a producer into an async iterable of batches. Items pushed since the last batch form the
 * next one. It holds no more than the producer pushes after a `push` that returned false.
 */
export type PushQueueOptions = {
  /** Ends the producer's work; called at most once, when the consumer stops or `abort` is called before the end. */
  onCancel: () => void;
  /** The consumer has taken everything after a `push` that returned false. */
  onRoom?: () => void;
};

/**
 * Limit on waiting pushes before the producer must pause: a few chunks of one read arrive before the consumer's turn.
 */
const ROOM = 16;

export class PushQueue<Item> implements AsyncIterableIterator<Item[], undefined, undefined> {
  private readonly options: PushQueueOptions;
  private items: Item[] = [];
  private pushes = 0;
  private state: "open" | "ended" | { error: unknown } = "open";
  private isFull = false;
  private onReady: (() => void) | undefined;
  private waiting:
    | { resolve(result: IteratorResult<Item[], undefined>): void; reject(error: unknown): void }
    | undefined;

  constructor(options: PushQueueOptions) {
    this.options = options;
  }

  /**
   * @param items items, owned by the queue from now on
   * @returns false when the consumer is behind: push no more until `onRoom`
   */
  push(items: Item[]): boolean {
    if (this.state !== "open" || items.length === 0) return true;
    const { waiting } = this;
    if (waiting) {
      this.waiting = undefined;
      waiting.resolve({ done: false, value: items });
      return true;
    }
    this.onReady?.();
    if (this.items.length === 0) this.items = items;
    else for (const item of items) this.items.push(item);
    this.pushes++;
    this.isFull = this.pushes >= ROOM;
    return !this.isFull;
  }

  /** Ends the queue: no more items follow. */
  end(): void {
    this.settle("ended");
  }

  /** Fails the consumer after the items that were pushed before. */
  fail(error: unknown): void {
    this.settle({ error });
  }

  /** Ends the producer's work and fails the consumer. */
  abort(error: unknown): void {
    if (this.state !== "open") return;
    this.fail(error);
    this.options.onCancel();
  }

  /** Resolves when `next` would settle at once. One caller waits at a time, and none beside a pending `next`. */
  whenReady(): Promise<void> | undefined {
    if (this.items.length > 0 || this.state !== "open") return undefined;
    return new Promise((resolve) => {
      this.onReady = resolve;
    });
  }

  /** Gives items back that `next` returned: the next batch begins with them. */
  putBack(items: Item[]): void {
    this.items = this.items.length === 0 ? items : items.concat(this.items);
  }

  next(): Promise<IteratorResult<Item[], undefined>> {
    if (this.items.length > 0) return Promise.resolve({ done: false, value: this.take() });
    if (this.state === "ended") return Promise.resolve({ done: true, value: undefined });
    if (this.state !== "open") return Promise.reject(this.state.error);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }

  /** Ends the producer's work, also before the first `next`. */
  return(): Promise<IteratorResult<Item[], undefined>> {
    this.items = [];
    if (this.state === "open") {
      this.settle("ended");
      this.options.onCancel();
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private take(): Item[] {
    const { items } = this;
    this.items = [];
    this.pushes = 0;
    if (this.isFull) {
      this.isFull = false;
      this.options.onRoom?.();
    }
    return items;
  }

  private settle(state: "ended" | { error: unknown }): void {
    if (this.state !== "open") return;
    this.state = state;
    this.onReady?.();
    const { waiting } = this;
    this.waiting = undefined;
    if (state === "ended") waiting?.resolve({ done: true, value: undefined });
    else waiting?.reject(state.error);
  }
}
