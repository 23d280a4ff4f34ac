/**
 * Tape: bytes that are written once and read by any number of readers, each at its own pace, also while they are
 * written.
 */
import { ByteLog } from "./byte-log.ts";

export type TapeOptions = {
  /** Returns the number of bytes that may be stored now. */
  allowance: () => number;
  /** True: without room the writer waits for the slowest reader. False: that reader is cut off. */
  waits: boolean;
  /** Called with each change of the tape's memory, in bytes. */
  onSize: (change: number) => void;
  /** Called when there is room again after a `write` that found none. */
  onRoom?: (() => void) | undefined;
};

export class Tape {
  private readonly log = new ByteLog();
  private readonly options: TapeOptions;
  private readonly readers = new Set<TapeReader>();
  private isFull = false;
  private ending: "open" | "ended" | Error = "open";

  constructor(options: TapeOptions) {
    this.options = options;
  }

  /** Offsets of the first byte that is not dropped, and after the last. */
  get start(): number {
    return this.log.start;
  }

  get end(): number {
    return this.log.end;
  }

  get size(): number {
    return this.log.size;
  }

  get isOpen(): boolean {
    return this.ending === "open";
  }

  /** Returns false when there is no room for more before `onRoom`. Bytes that are still written are accepted. */
  write(chunk: Uint8Array | string): boolean {
    if (!this.isOpen) return true;
    this.changeSize(() => this.log.append(chunk));
    this.wakeReaders();
    this.isFull = !this.makeRoom();
    return !this.isFull;
  }

  /** @param error set when the bytes were cut: readers fail after the last byte */
  close(error?: Error): void {
    if (!this.isOpen) return;
    this.ending = error ?? "ended";
    this.wakeReaders();
  }

  /**
   * @param from offset of the first byte to read, at least `start`
   * @param holds false for a reader that never makes the writer wait: when it falls too far behind, it is cut off
   * @param onDone called once, when the reader has read all, is cut off or stops
   */
  reader({ from, holds = true, onDone }: { from: number; holds?: boolean; onDone?: () => void }): TapeReader {
    const reader = new TapeReader({ tape: this, from, holds, onDone });
    this.readers.add(reader);
    return reader;
  }

  /** Returns bytes from `offset` on, all or a part of them. Undefined at the end. */
  read(offset: number): Buffer | undefined {
    return this.log.read(offset);
  }

  /** For readers: returns how the tape ended, once all has been read. */
  findEnding(offset: number): "ended" | Error | undefined {
    return this.ending === "open" || offset < this.end ? undefined : this.ending;
  }

  /** For readers: removes a reader. */
  release(reader: TapeReader): void {
    if (this.readers.delete(reader)) this.noteRoom();
  }

  /** For readers: reports progress of one. */
  noteRoom(): void {
    if (!this.isFull || !this.makeRoom()) return;
    this.isFull = false;
    this.options.onRoom?.();
  }

  private wakeReaders(): void {
    for (const reader of [...this.readers]) reader.wake();
  }

  private makeRoom(): boolean {
    const { allowance, waits } = this.options;
    const bytes = allowance();
    if (this.size <= bytes) return true;
    const holding = waits ? [...this.readers].filter(({ holds }) => holds) : [];
    const slowest = Math.min(this.end, ...holding.map(({ position }) => position));
    this.changeSize(() => this.log.trim({ bytes, before: slowest }));
    for (const reader of [...this.readers]) reader.cutWhenBehind();
    // Bytes that every reader has read do not make the writer wait: nothing would wake it.
    return this.size <= bytes || slowest >= this.end;
  }

  private changeSize(change: () => void): void {
    const before = this.size;
    change();
    if (this.size !== before) this.options.onSize(this.size - before);
  }
}

/** Yields the bytes from its position on, waits for more while the tape is open, and throws when they were cut. */
export class TapeReader implements AsyncIterableIterator<Uint8Array, undefined> {
  /** Offset of the next byte to read. */
  position: number;
  /** True when the writer waits for it. */
  readonly holds: boolean;
  private readonly tape: Tape;
  private readonly onDone: (() => void) | undefined;
  private failure: Error | undefined;
  private done = false;
  private waiting: (() => void) | undefined;

  constructor({
    tape,
    from,
    holds,
    onDone,
  }: {
    tape: Tape;
    from: number;
    holds: boolean;
    onDone: (() => void) | undefined;
  }) {
    this.tape = tape;
    this.position = from;
    this.holds = holds;
    this.onDone = onDone;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      if (this.failure) throw this.failure;
      if (this.done) return { done: true, value: undefined };
      const bytes = this.tape.read(this.position);
      if (bytes) {
        this.position += bytes.length;
        this.tape.noteRoom();
        return { done: false, value: bytes };
      }
      const ending = this.tape.findEnding(this.position);
      if (ending !== undefined) {
        this.finish();
        if (ending !== "ended") throw ending;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.waiting = resolve;
      });
    }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Wakes the waiting reader for more bytes, or the end. */
  wake(): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.();
  }

  /** Fails when the next bytes to read were dropped. */
  cutWhenBehind(): void {
    if (this.done || this.position >= this.tape.start) return;
    this.failure = new Error("The reader fell behind what is stored of this response.");
    this.finish();
  }

  private finish(): void {
    if (this.done) return;
    this.done = true;
    this.wake();
    this.tape.release(this);
    this.onDone?.();
  }
}
