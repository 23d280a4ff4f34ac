/** Tape: bytes that are written once and read by any number of readers, each at its own pace, also while they are written. */
import type { PushSource, Sink } from "#lib/http/exchange.ts";
import { ByteLog } from "./byte-log.ts";

const NOTHING = new Uint8Array();

export type TapeOptions = {
  /** How many bytes may be held now. */
  allowance: () => number;
  /** Whether the writer is to wait for the slowest reader when there is no more room; else that reader is cut off. */
  waits: boolean;
  /** The memory that it takes has changed by so many bytes. */
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
    for (const reader of [...this.readers]) reader.pump();
    this.crowded = !this.makeRoom();
    return !this.crowded;
  }

  /** @param error the bytes broke off: readers are cut when they have had what there is */
  close(error?: Error): void {
    if (!this.isOpen) return;
    this.ending = error ?? "ended";
    for (const reader of [...this.readers]) reader.pump();
  }

  /** @param from no less than `start` */
  reader({ from, onBytes, onDone }: ReaderOptions): PushSource {
    const reader = new TapeReader({ tape: this, from, onBytes, onDone });
    this.readers.add(reader);
    return reader;
  }

  /** For readers. Undefined at the end of what there is. */
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

  private makeRoom(): boolean {
    const { allowance, waits } = this.options;
    const bytes = allowance();
    if (this.size <= bytes) return true;
    const slowest = Math.min(this.end, ...[...this.readers].map(({ position }) => position));
    this.changeSize(() => this.log.trim({ bytes, before: waits ? slowest : this.end }));
    if (slowest < this.start) for (const reader of [...this.readers]) reader.cutWhenBehind();
    // What nobody has still to read cannot be too much: it would never get less.
    return this.size <= bytes || slowest >= this.end;
  }

  private changeSize(change: () => void): void {
    const before = this.size;
    change();
    if (this.size !== before) this.options.onSize(this.size - before);
  }
}

export type ReaderOptions = {
  from: number;
  onBytes?: ((bytes: number) => void) | undefined;
  /** Once, however it ends. */
  onDone: (how: "ended" | "left" | Error) => void;
};

export class TapeReader implements PushSource {
  position: number;
  private readonly options: ReaderOptions & { tape: Tape };
  private sink: Sink | undefined;
  private full = false;
  private done = false;

  constructor(options: ReaderOptions & { tape: Tape }) {
    this.options = options;
    this.position = options.from;
  }

  start(sink: Sink): void {
    this.sink = sink;
    // Headers leave with the first bytes, which may take their time.
    if (this.options.tape.read(this.position) === undefined) sink.write(NOTHING);
    this.pump();
  }

  resume(): void {
    this.full = false;
    this.pump();
    this.options.tape.noteRoom();
  }

  cancel(): void {
    this.finish("left");
  }

  pump(): void {
    const { tape, onBytes } = this.options;
    while (this.sink && !this.full && !this.done) {
      const bytes = tape.read(this.position);
      if (!bytes) break;
      this.position += bytes.length;
      onBytes?.(bytes.length);
      this.full = !this.sink.write(bytes);
    }
    if (!this.sink || this.full || this.done) return;
    const ending = tape.endingAt(this.position);
    if (ending === undefined) return;
    this.finish(ending);
    if (ending === "ended") this.sink.end();
    else this.sink.fail(ending);
  }

  /** What it has still to read is no longer there. */
  cutWhenBehind(): void {
    if (this.done || this.position >= this.options.tape.start) return;
    const error = new Error("The reader fell behind what is kept.");
    this.finish(error);
    this.sink?.fail(error);
  }

  private finish(how: "ended" | "left" | Error): void {
    if (this.done) return;
    this.done = true;
    this.options.tape.release(this);
    this.options.onDone(how);
  }
}
