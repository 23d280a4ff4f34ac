/** RemoteReader: reads a response that another instance runs, from where that copies it, also while it is written. */
import { SHARED_STREAM_LIMITS as LIMITS } from "#lib/gateway/limits.ts";
import { errors } from "#lib/http/errors.ts";
import type { SharedStreams, StreamPart } from "#lib/store/streams/shared-streams.ts";

/** Fields of a stream's description that a reader needs; the rest is of the kind of response. */
export type ReaderFields = {
  owner?: string;
  /** Signs of life of the owner so far. */
  beat?: string;
  /** Event that ends the stream when its owner has ended; absent for other bodies. */
  lostEvent?: string;
  /** JSON of the final length of each part. Absent while the response is in progress. */
  ends?: string;
  /** "true" when the bytes were cut. */
  isCut?: string;
};

export type RemoteReaderOptions = {
  streams: SharedStreams;
  name: string;
  owner: string;
  part: StreamPart;
  /** Offset of the first byte to read. */
  from: number;
  /** Event that ends the stream when its owner has ended; undefined for a body without events. */
  lostEvent: string | undefined;
  hasEnded: (owner: string) => Promise<boolean>;
  /** Called at the start, and every few seconds while it reads. */
  onReading?: () => void;
};

export class RemoteReader implements AsyncIterableIterator<Uint8Array, undefined> {
  private readonly options: RemoteReaderOptions;
  private position: number;
  private isDone = false;
  private wake: (() => void) | undefined;
  /** True when there may be more since the last read. */
  private hasNews = false;
  private readonly unwatch: () => void;
  private readonly reading: NodeJS.Timeout | undefined;
  /** Last sign of life of the owner, and its time; times of a monotonic clock. */
  private beat: string | undefined;
  private beatAt = performance.now();
  private unreachableSince: number | undefined;

  constructor(options: RemoteReaderOptions) {
    this.options = options;
    this.position = options.from;
    this.unwatch = options.streams.watch(options.name, () => this.notice());
    const { onReading } = options;
    onReading?.();
    if (onReading) this.reading = setInterval(onReading, LIMITS.readingMs).unref();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      while (!this.isDone) {
        this.hasNews = false;
        const value = await this.readBytes();
        if (value && !this.isDone) return { done: false, value };
        const end = await this.findEnd();
        if (end && !this.isDone) {
          this.finish();
          if (end.event) return { done: false, value: end.event };
        }
        await this.waitForNews();
      }
    } catch (error) {
      this.finish();
      throw error;
    }
    return { done: true, value: undefined };
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    this.finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private async readBytes(): Promise<Uint8Array | undefined> {
    const { streams, part } = this.options;
    const entries = await streams.read(this.options, part, { after: this.position, most: LIMITS.entriesPerRead });
    const [first] = entries ?? [];
    if (!entries || !first) return undefined;
    if (first.start > this.position) throw errors.resumableBytesDropped({ start: first.start });
    const bytes = Buffer.concat(entries.map((entry) => entry.bytes)).subarray(this.position - first.start);
    this.position += bytes.length;
    this.unreachableSince = undefined;
    return bytes;
  }

  /** Looks whether the response has ended, or its owner. */
  private async findEnd(): Promise<{ event?: Uint8Array } | undefined> {
    const { streams, name, owner, part, hasEnded } = this.options;
    const found: ReaderFields = (await streams.readDescription(name)) ?? {};
    if (found.owner === undefined) {
      // The owner copies everything again when Redis is back, also when that has lost its memory.
      this.beatAt = performance.now();
      this.unreachableSince ??= performance.now();
      return performance.now() - this.unreachableSince > LIMITS.unreachableMs ? this.endAsLost() : undefined;
    }
    this.unreachableSince = undefined;
    // Another instance continues the response, from its beginning.
    if (found.owner !== owner) return this.endAsLost();
    if (found.ends !== undefined) {
      const ends = JSON.parse(found.ends) as Partial<Record<StreamPart, number>>;
      if (this.position < (ends[part] ?? 0)) {
        this.hasNews = true;
        return undefined;
      }
      if (found.isCut === "true") throw new Error("The response was cut on the instance that ran it.");
      return {};
    }
    if (found.beat !== this.beat) {
      this.beat = found.beat;
      this.beatAt = performance.now();
    }
    const isSilent = performance.now() - this.beatAt > LIMITS.silentMs;
    return isSilent || (await hasEnded(owner)) ? this.endAsLost() : undefined;
  }

  /** @throws the error of a body that has no events */
  private endAsLost(): { event: Uint8Array } {
    const { lostEvent } = this.options;
    if (lostEvent === undefined) throw errors.resumableLost();
    return { event: Buffer.from(lostEvent) };
  }

  private notice(): void {
    this.hasNews = true;
    this.wake?.();
  }

  private async waitForNews(): Promise<void> {
    if (this.hasNews || this.isDone) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      // Without a message: it may have been lost, and the owner may have ended.
      timer = setTimeout(resolve, LIMITS.lookMs).unref();
    });
    clearTimeout(timer);
    this.wake = undefined;
  }

  private finish(): void {
    if (this.isDone) return;
    this.isDone = true;
    this.unwatch();
    clearInterval(this.reading);
    this.wake?.();
  }
}
