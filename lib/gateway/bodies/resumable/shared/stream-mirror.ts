/**
 * StreamMirror: copies the tapes of a response to where other instances read them, in batches. The response waits for
 * none of it: what is not copied yet is in the tapes.
 */
import { SHARED_STREAM_LIMITS as LIMITS } from "#lib/gateway/limits.ts";
import type { SharedStreams, StreamDescription, StreamPart } from "#lib/store/streams/shared-streams.ts";
import type { Tape } from "../tape.ts";

export type MirrorOptions = {
  streams: SharedStreams;
  name: string;
  /** Id of this instance. */
  owner: string;
  /** True for a response that has one owner at a time, so that an earlier one runs it no more. */
  takesOver: boolean;
  /** Returns true when the instance of this id has certainly ended. */
  hasEnded: (owner: string) => Promise<boolean>;
  /** Called with the promise of `end`, which a shutdown waits for. */
  onEnd: (ending: Promise<void>) => void;
  /** Returns the tapes so far, and the bytes of each that stay readable. */
  tapes: () => Partial<Record<StreamPart, { tape: Tape; bytes: number }>>;
  /** Returns what others need beside the bytes. */
  describe: () => StreamDescription;
};

export class StreamMirror {
  private readonly options: MirrorOptions;
  private readonly startedAt = performance.now();
  private readonly copied: Record<StreamPart, number> = { body: 0, upstream: 0 };
  private readonly beat: NodeJS.Timeout;
  private state: "new" | "begun" | "off" = "new";
  private timer: NodeJS.Timeout | undefined;
  private copying: Promise<void> | undefined;
  private isDescriptionDue = true;
  private isBeatDue = false;
  private isEnding = false;

  constructor(options: MirrorOptions) {
    this.options = options;
    this.beat = setInterval(() => {
      this.isBeatDue = true;
      this.schedule(0);
    }, LIMITS.beatMs).unref();
    this.schedule(0);
  }

  /** To be called after each write. */
  noteBytes(): void {
    this.schedule(LIMITS.batchMs);
  }

  /** To be called when what `describe` returns has changed. */
  noteDescription(): void {
    this.isDescriptionDue = true;
    this.schedule(0);
  }

  /** Copies the rest, unless Redis is gone for too long. */
  end(): void {
    this.options.onEnd(this.copyRest());
  }

  private async copyRest(): Promise<void> {
    clearInterval(this.beat);
    this.isEnding = true;
    this.isDescriptionDue = true;
    const giveUpAt = performance.now() + LIMITS.longestEndMs;
    while (this.isDescriptionDue && this.state !== "off" && performance.now() < giveUpAt) {
      await this.copy();
      if (this.isDescriptionDue) await new Promise((resolve) => setTimeout(resolve, LIMITS.retryMs).unref());
    }
    this.turnOff();
  }

  /** Removes the copy. */
  remove(): void {
    const wasOwn = this.state === "begun" || this.isEnding;
    this.turnOff();
    if (wasOwn) void this.options.streams.remove(this.options);
  }

  private turnOff(): void {
    clearInterval(this.beat);
    clearTimeout(this.timer);
    this.state = "off";
  }

  private schedule(ms: number): void {
    if (this.timer !== undefined || this.state === "off" || this.isEnding) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.copy();
    }, ms).unref();
  }

  private copy(): Promise<void> {
    this.copying ??= this.copyAll().finally(() => {
      this.copying = undefined;
    });
    return this.copying;
  }

  private async copyAll(): Promise<void> {
    const { streams } = this.options;
    while (this.state !== "off") {
      if (this.state === "new" && !(await this.begin())) return;
      const status = (await this.appendNext()) ?? (await this.describeIfDue());
      if (status === "gone") return this.schedule(LIMITS.retryMs);
      if (status === "lost") {
        this.state = "new";
        this.copied.body = 0;
        this.copied.upstream = 0;
      }
      if (status === "done") return;
    }
    // Removed meanwhile.
    if (!this.isEnding) await streams.remove(this.options);
  }

  private async begin(): Promise<boolean> {
    const { streams, owner, takesOver, hasEnded } = this.options;
    let begun = await streams.begin(this.options);
    // The response of another instance that ended, with the same id.
    if (begun && begun.owner !== owner && (takesOver || (await hasEnded(begun.owner)))) {
      begun = await streams.begin(this.options, { force: true });
    }
    if (!begun) {
      this.schedule(LIMITS.retryMs);
      return false;
    }
    if (begun.owner !== owner) {
      this.turnOff();
      return false;
    }
    if (this.state === "new") this.state = "begun";
    this.isDescriptionDue = true;
    return true;
  }

  /** @returns undefined when everything is copied */
  private async appendNext(): Promise<"next" | "gone" | "lost" | undefined> {
    for (const [part, { tape, bytes: limit }] of Object.entries(this.options.tapes())) {
      const place = part as StreamPart;
      // Dropped before it was copied: readers find the gap.
      const from = Math.max(this.copied[place], tape.start);
      const bytes = tape.read(from);
      if (!bytes) continue;
      const end = from + bytes.length;
      const status = await this.options.streams.append(this.options, {
        ...{ part: place, bytes, end },
        at: performance.now() - this.startedAt,
        dropBefore: end - limit,
      });
      if (status !== "ok") return status ?? "gone";
      this.copied[place] = end;
      return "next";
    }
    return undefined;
  }

  private async describeIfDue(): Promise<"gone" | "lost" | "done" | "next"> {
    if (!this.isDescriptionDue && !this.isBeatDue) return "done";
    const fields = this.isDescriptionDue ? this.options.describe() : {};
    this.isDescriptionDue = false;
    this.isBeatDue = false;
    const status = await this.options.streams.describe(this.options, fields);
    if (status === "ok") return "next";
    this.isDescriptionDue = true;
    return status ?? "gone";
  }
}
