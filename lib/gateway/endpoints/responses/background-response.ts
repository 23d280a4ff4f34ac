/**
 * BackgroundResponse: a response that runs without a reader. Its events are stored as they arrive, so that clients can
 * follow it from any event.
 */
import type { MemoryBudget, Resumable } from "#lib/gateway/bodies/resumable/resumables.ts";
import type { StreamMirror } from "#lib/gateway/bodies/resumable/shared/stream-mirror.ts";
import type { MirrorSource } from "#lib/gateway/bodies/resumable/shared/stream-sharing.ts";
import { Tape, type TapeReader } from "#lib/gateway/bodies/resumable/tape.ts";
import { BACKGROUND_LIMITS } from "#lib/gateway/limits.ts";
import { errors } from "#lib/http/errors.ts";
import { isRunning, type ResponseObject } from "./response-object.ts";
import type { Failure, StoredForm } from "./stored-form.ts";

export type BackgroundResponseOptions = {
  /** Form of its object and of its events. */
  form: StoredForm;
  id: string;
  keyId: string;
  /** Response object at the start. */
  opened: ResponseObject;
  budget: MemoryBudget;
  /** Called when this response grows and all responses together exceed the budget. */
  onPressure: () => void;
  /** Called once at the end. */
  onEnd: (ended: BackgroundResponse) => void;
  /** Copies its events for readers on other instances; absent for one that shares nothing. */
  share?: ((source: MirrorSource) => StreamMirror) | undefined;
  /** Event for readers on other instances when this one has ended. */
  lostEvent?: string;
  /** Called once when it goes on at another instance. */
  onAbandon: (abandoned: BackgroundResponse) => void;
  /** Stores the current object. @throws RunLostError */
  save: (response: ResponseObject) => Promise<void>;
};

/** Error of a write for a response that has ended, was removed, or is run by another instance. */
export class RunLostError extends Error {}

const STORE_RETRY_MS = 1_000;

export class BackgroundResponse implements Resumable {
  readonly id: string;
  readonly keyId: string;
  /** A background response continues while nobody reads it. */
  readonly unreadSince = undefined;
  endedAt: number | undefined;
  /** Resolves when the final object is stored, rejects when that fails. Resolved until the end. */
  stored: Promise<void> = Promise.resolve();
  /** True once its row is stored, and once its end is being stored. */
  isStored = false;
  isEnding = false;
  /** True once it goes on at another instance. */
  isAbandoned = false;
  /**
   * True while another instance may go on with it: nothing that costs money was sent for it, or its upstream runs it
   * itself.
   */
  isRepeatable = true;
  /** Ends the work that feeds this; nothing is logged of work that is handed over. Set by the code that starts it. */
  stopWork: (reason: { status: number; message: string; isHandedOver?: boolean }) => void = () => {};
  private readonly events: Tape;
  private readonly mirror: StreamMirror | undefined;
  /** Offset of each event; its index is its sequence number. */
  private readonly offsets: number[] = [];
  /** Sequence numbers of the events that complete a part. */
  private readonly doneParts: number[] = [];
  private response: ResponseObject;
  private final: ResponseObject | undefined;
  private readonly options: BackgroundResponseOptions;

  constructor(options: BackgroundResponseOptions) {
    this.options = options;
    this.id = options.id;
    this.keyId = options.keyId;
    this.response = options.opened;
    this.events = new Tape({
      allowance: () => Number.POSITIVE_INFINITY,
      waits: false,
      onSize: (change) => options.budget.change(change),
    });
    this.mirror = options.share?.({
      tapes: () => ({ body: { tape: this.events, bytes: BACKGROUND_LIMITS.bytes } }),
      describe: () => ({
        ...(options.lostEvent === undefined ? {} : { lostEvent: options.lostEvent }),
        ...(this.endedAt === undefined ? {} : { ends: JSON.stringify({ body: this.events.end }) }),
      }),
    });
  }

  /** Removes what other instances have of its events. */
  forget(): void {
    this.mirror?.remove();
  }

  get size(): number {
    return this.events.size;
  }

  get eventCount(): number {
    return this.offsets.length;
  }

  /** True also for a response that goes on at another instance. */
  get hasEnded(): boolean {
    return this.isAbandoned || !isRunning(this.response);
  }

  /** Returns the current object: while in progress, with the completed items. */
  current(): ResponseObject {
    if (this.hasEnded) return this.response;
    const status = this.offsets.length > 0 ? "in_progress" : this.response.status;
    const events = this.doneParts.map((index) => this.readData(index));
    return this.options.form.writePartial({ ...this.response, status }, events);
  }

  /** Follows its events from one on, past and future. A reader that disconnects does not affect it. */
  follow(from: number): TapeReader {
    return this.events.reader({ from: this.offsets[from] ?? this.events.end });
  }

  /** @param text whole events, and keep-alive comments, which are not stored */
  add(text: string): void {
    if (this.hasEnded) return;
    for (const frame of text.split("\n\n")) if (frame.startsWith("event:")) this.push(`${frame}\n\n`);
    if (this.events.end > BACKGROUND_LIMITS.bytes) this.abortWith({ status: 502, message: TOO_LARGE });
    else if (this.options.budget.isExceeded) this.options.onPressure();
  }

  /**
   * Stores the object of the stream's last event, before any reader gets that event. Retries for a while when the store
   * is not writable: the response may have taken hours.
   */
  async store(response: ResponseObject): Promise<void> {
    this.isEnding = true;
    const final = this.options.form.toStored(response);
    const giveUpAt = performance.now() + BACKGROUND_LIMITS.storeMs;
    for (;;) {
      try {
        await this.options.save(final);
        this.final = final;
        return;
      } catch (error) {
        if (error instanceof RunLostError) this.abandon();
        if (this.hasEnded || performance.now() > giveUpAt) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, STORE_RETRY_MS));
    }
  }

  /** Ends the events. */
  end(): void {
    if (this.hasEnded) return;
    this.settle(this.final ?? this.options.form.toFailed(this.current(), this.lastError()));
  }

  /** Fails a response that cannot continue and whose stream has not reported it yet. */
  fail(error: Failure): void {
    if (this.hasEnded) return;
    this.finishWith(this.options.form.toFailed(this.current(), error));
  }

  cancel(): void {
    if (this.hasEnded) return;
    this.finishWith({ ...this.current(), status: "cancelled" });
    this.stopWork({ status: 499, message: "cancelled" });
  }

  stop(): void {
    this.abortWith(errors.backgroundResponseStopped());
  }

  /** Ends the work, with the reason in the object. */
  abortWith(reason: { status: number; message: string }): void {
    this.fail(reason);
    this.stopWork(reason);
  }

  /** Ends the work here without an end of the response, which goes on at another instance. Its readers are cut off. */
  abandon(): void {
    if (this.hasEnded) return;
    this.isAbandoned = true;
    this.endedAt = performance.now();
    this.options.onAbandon(this);
    this.events.close(new Error("The response goes on at another instance."));
    this.stopWork({ status: 499, message: "handed over", isHandedOver: true });
  }

  private finishWith(response: ResponseObject): void {
    const { form } = this.options;
    if (this.offsets.length === 0) this.push(form.writeFirstEvent(this.response, 0));
    for (const event of form.writeLastEvents(response, this.offsets.length)) this.push(event);
    this.settle(response);
  }

  private settle(response: ResponseObject): void {
    this.response = response;
    this.endedAt = performance.now();
    if (response !== this.final) this.stored = this.options.save(response);
    // The caller gets the error; nobody else waits.
    this.stored.catch(() => {});
    this.options.onEnd(this);
    this.events.close();
    this.mirror?.end();
  }

  private push(event: string): void {
    if (this.options.form.completesPart(event)) this.doneParts.push(this.offsets.length);
    this.offsets.push(this.events.end);
    this.events.write(event);
    this.mirror?.noteBytes();
  }

  /** Reads the error of the stream's last event. */
  private lastError(): Failure {
    const last = this.offsets.length - 1;
    if (last < 0 || !this.readText(last).startsWith("event: error\n")) {
      return { message: errors.backgroundResponseCut().message };
    }
    const { message, code } = this.readData(last) as { message: string; code: string };
    return { message, code };
  }

  private readText(index: number): string {
    const start = this.offsets[index] as number;
    const end = this.offsets[index + 1] ?? this.events.end;
    // One write is never split over two blocks.
    return (this.events.read(start) as Buffer).toString("utf8", 0, end - start);
  }

  private readData(index: number): unknown {
    const event = this.readText(index);
    return JSON.parse(event.slice(event.indexOf("data: ") + "data: ".length));
  }
}

const TOO_LARGE = `The response exceeded the ${BACKGROUND_LIMITS.bytes / 1024 / 1024} MB limit for background responses.`;
