/** A sink that records what it is given, and is full when the test says so. */
import type { Sink } from "#lib/http/http-message.ts";

export class ScriptedSink implements Sink {
  /** One entry for each write that has bytes. */
  readonly writes: string[] = [];
  /** Writes without bytes, which send the headers. */
  emptyWrites = 0;
  /** Calls of `end` and `fail`, in their order. */
  readonly endings: ("end" | Error)[] = [];
  isFull = false;
  /** Called inside each write. */
  onWrite: (() => void) | undefined;

  get text(): string {
    return this.writes.join("");
  }

  write(chunk: Uint8Array | string): boolean {
    if (chunk.length === 0) this.emptyWrites++;
    else this.writes.push(Buffer.from(chunk).toString());
    // Answers with the room that there was, as a socket does that drains while it is written to.
    const hadRoom = !this.isFull;
    this.onWrite?.();
    return hadRoom;
  }

  end(): void {
    this.endings.push("end");
  }

  fail(error: Error): void {
    this.endings.push(error);
  }
}
