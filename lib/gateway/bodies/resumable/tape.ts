/** Tape: bytes that are written once and read by any number of readers, each at its own pace, also while they are written. */
import { ByteLog } from "./byte-log.ts";

export type TapeOptions = {
  /** Bytes that may be stored now. */
  allowance: () => number;
  /** True: without room the writer waits for the slowest reader. False: that reader is cut off. */
  waits: boolean;
  /** The tape's memory has changed by this many bytes. */
  onSize: (change: number) => void;
  /** After a `write` that found no room: there is some again. */
  onRoom?: (() => void) | undefined;
};

export class Tape {
  private readonly log = new ByteLog();
  private readonly options: TapeOptions;
  private readonly readers = new Set<TapeReader>();
  private crowded = false;
  private ending: "open" | "ended" | Error = "open";

  constructor(options: TapeOptions) {
    this.options = options;
  }

  /** The first byte that is still there, and one past the last. */
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

  /** False when there is no room for more before `onRoom`. What comes all the same is taken. */
  write(chunk: Uint8Array | string): boolean {
    if (!this.isOpen) return true;
    this.changeSize(() => this.log.append(chunk));
    this.wakeReaders();
    this.crowded = !this.makeRoom();
    return !this.crowded;
  }

  /** @param error the bytes broke off: readers fail when they have had what there is */
  close(error?: Error): void {
    if (!this.isOpen) return;
    this.ending = error ?? "ended";
    this.wakeReaders();
  }

  /**
   * @param from the first byte to read, no less than `start`
   * @param onDone called once, when the reader has read all, has been cut or stops
   */
  reader({ from, onDone }: { from: number; onDone?: () => void }): TapeReader {
    const reader = new TapeReader({ tape: this, from, onDone });
    this.readers.add(reader);
    return reader;
  }

  /** Returns bytes from `offset` on, all or a part of them. Undefined at the end. */
  read(offset: number): Buffer | undefined {
    return this.log.read(offset);
  }

  /** For readers: how it ended, once all has been read. */
  endingAt(offset: number): "ended" | Error | undefined {
    return this.ending === "open" || offset < this.end ? undefined : this.ending;
  }

  /** For readers. */
  release(reader: TapeReader): void {
    if (this.readers.delete(reader)) this.noteRoom();
  }

  /** For readers: one has gone on. */
  noteRoom(): void {
    if (!this.crowded || !this.makeRoom()) return;
    this.crowded = false;
    this.options.onRoom?.();
  }

  private wakeReaders(): void {
    for (const reader of [...this.readers]) reader.wake();
  }

  private makeRoom(): boolean {
    const { allowance, waits } = this.options;
    const bytes = allowance();
    if (this.size <= bytes) return true;
    const slowest = Math.min(this.end, ...[...this.readers].map(({ position }) => position));
    this.changeSize(() => this.log.trim({ bytes, before: waits ? slowest : this.end }));
    if (slowest < this.start) for (const reader of [...this.readers]) reader.cutWhenBehind();
    // Bytes that every reader has read do not make the writer wait: nothing would wake it.
    return this.size <= bytes || slowest >= this.end;
  }

  private changeSize(change: () => void): void {
    const before = this.size;
    change();
    if (this.size !== before) this.options.onSize(this.size - before);
  }
}

/** Yields the bytes from its position on, waits for more while the tape is open, and throws when they broke off. */
export class TapeReader implements AsyncIterableIterator<Uint8Array, undefined> {
  /** Bytes before it have been read. */
  position: number;
  private readonly tape: Tape;
  private readonly onDone: (() => void) | undefined;
  private failure: Error | undefined;
  private done = false;
  private waiting: (() => void) | undefined;

  constructor({ tape, from, onDone }: { tape: Tape; from: number; onDone: (() => void) | undefined }) {
    this.tape = tape;
    this.position = from;
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
      const ending = this.tape.endingAt(this.position);
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

  /** Tells the waiting reader that there is more to read, or an end. */
  wake(): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.();
  }

  /** Fails when what it has still to read is no longer there. */
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
