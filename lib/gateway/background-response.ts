/**
 * BackgroundResponse: an answer that is made while nobody need be there. Its events are kept as they come, so that clients
 * can follow it from any of them.
 */
import type { WireItem } from "#lib/dialects/openai-responses/wire.ts";
import { isRunning, type ResponseObject, toFailed, toKept } from "./responses-object.ts";

/** Characters of events; far more than any answer has that ends. */
const LARGEST = 64_000_000;

export type BackgroundResponseOptions = {
  id: string;
  keyId: string;
  /** The object as it begins. */
  opened: ResponseObject;
  /** Called once, with the object as it ended. */
  onEnd: (response: ResponseObject) => void;
};

export class BackgroundResponse {
  readonly id: string;
  readonly keyId: string;
  /** Whole events; each one's place is its sequence number. */
  readonly events: string[] = [];
  size = 0;
  /** Ends the work that feeds this. Set by whoever starts it. */
  stop: (reason: { status: number; message: string }) => void = () => {};
  private response: ResponseObject;
  private final: ResponseObject | undefined;
  private readonly onEnd: BackgroundResponseOptions["onEnd"];
  private readonly followers = new Set<() => void>();

  constructor({ id, keyId, opened, onEnd }: BackgroundResponseOptions) {
    this.id = id;
    this.keyId = keyId;
    this.response = opened;
    this.onEnd = onEnd;
  }

  get hasEnded(): boolean {
    return !isRunning(this.response);
  }

  /** The object as it is now: while it runs, with the items that are complete. */
  current(): ResponseObject {
    if (this.hasEnded) return this.response;
    const status = this.events.length > 0 ? "in_progress" : this.response.status;
    return { ...this.response, status, output: this.doneItems() };
  }

  /** Calls back whenever there is more. @returns what ends that */
  follow(onMore: () => void): () => void {
    this.followers.add(onMore);
    return () => this.followers.delete(onMore);
  }

  /** @param text whole events, and keep-alive comments, which are left out */
  add(text: string): void {
    if (this.hasEnded) return;
    for (const frame of text.split("\n\n")) if (frame.startsWith("event:")) this.push(`${frame}\n\n`);
    if (this.size > LARGEST) this.breakOff({ status: 502, message: "The answer grew beyond what is kept of one." });
    else this.tell();
  }

  /** The object that the stream's last event has, before that event arrives. */
  setFinal(response: ResponseObject): void {
    this.final = toKept(response);
  }

  /** No more events come. */
  end(): void {
    if (this.hasEnded) return;
    this.settle(this.final ?? toFailed(this.current(), this.lastError()));
  }

  /** It cannot go on; the stream has not said so yet. */
  fail(error: { message: string; code?: string | undefined; type?: string | undefined }): void {
    if (this.hasEnded) return;
    this.finishWith(toFailed(this.current(), error));
  }

  cancel(): void {
    if (this.hasEnded) return;
    this.finishWith({ ...this.current(), status: "cancelled" });
    this.stop({ status: 499, message: "cancelled" });
  }

  /** Ends the work, and says why in the object. */
  breakOff(reason: { status: number; message: string }): void {
    this.fail(reason);
    this.stop(reason);
  }

  private finishWith(response: ResponseObject): void {
    if (this.events.length === 0) this.event("response.created", { ...this.response, status: "in_progress" });
    // Clients know no event of a cancelled response: it is one that did not succeed, and its status says which.
    this.event("response.failed", response);
    this.settle(response);
  }

  private settle(response: ResponseObject): void {
    this.response = response;
    this.onEnd(response);
    this.tell();
  }

  private event(type: string, response: ResponseObject): void {
    const data = { type, sequence_number: this.events.length, response };
    this.push(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  private push(event: string): void {
    this.events.push(event);
    this.size += event.length;
  }

  private tell(): void {
    for (const onMore of [...this.followers]) onMore();
  }

  private doneItems(): WireItem[] {
    return this.events
      .filter((event) => event.startsWith("event: response.output_item.done\n"))
      .map((event) => (dataOf(event) as { item: WireItem }).item);
  }

  /** What the stream's own error event said. */
  private lastError(): { message: string; code?: string } {
    const last = this.events.at(-1);
    if (!last?.startsWith("event: error\n")) return { message: "The answer ended before it was complete." };
    const { message, code } = dataOf(last) as { message: string; code: string };
    return { message, code };
  }
}

function dataOf(event: string): unknown {
  return JSON.parse(event.slice(event.indexOf("data: ") + "data: ".length));
}
