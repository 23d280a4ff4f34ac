/** A file on disk as a PushSource: read in pieces, never further ahead than its receiver. */
import { type FileHandle, open } from "node:fs/promises";
import type { PushSource, Sink } from "#lib/http/exchange.ts";
import type { BlobListener, ByteRange } from "./blob-store.ts";

const READ_BYTES = 65_536;

/** @throws when there is no such file */
export async function openBlobSource(path: string, listener: BlobListener, range?: ByteRange): Promise<PushSource> {
  const handle = await open(path, "r");
  const { start, end } = range ?? { start: 0, end: (await handle.stat()).size };
  return new BlobSource({ handle, start, end, listener });
}

class BlobSource implements PushSource {
  private readonly handle: FileHandle;
  private readonly limit: number;
  private readonly listener: BlobListener;
  private sink: Sink | undefined;
  private position: number;
  private ended = false;
  private reading = false;

  constructor({ handle, start, end, listener }: ByteRange & { handle: FileHandle; listener: BlobListener }) {
    this.handle = handle;
    this.position = start;
    this.limit = end;
    this.listener = listener;
  }

  start(sink: Sink): void {
    this.sink = sink;
    this.pump(sink);
  }

  resume(): void {
    if (this.sink) this.pump(this.sink);
  }

  cancel(): void {
    this.end("cancelled");
  }

  private async pump(sink: Sink): Promise<void> {
    if (this.reading || this.ended) return;
    this.reading = true;
    try {
      while (await this.sendNext(sink));
    } catch (thrown) {
      if (this.ended) return;
      const error = thrown as Error;
      this.end(error);
      sink.fail(error);
    } finally {
      this.reading = false;
    }
  }

  /** False when nothing more is to be sent now. */
  private async sendNext(sink: Sink): Promise<boolean> {
    const length = Math.min(READ_BYTES, this.limit - this.position);
    if (length === 0) {
      this.end(undefined);
      sink.end();
      return false;
    }
    const { buffer, bytesRead } = await this.handle.read(Buffer.allocUnsafeSlow(length), 0, length, this.position);
    if (this.ended) return false;
    if (bytesRead === 0) throw new Error("The blob is shorter than it was when it was opened.");
    this.position += bytesRead;
    this.listener.onChunk(bytesRead);
    return sink.write(buffer.subarray(0, bytesRead));
  }

  private end(failure: "cancelled" | Error | undefined): void {
    if (this.ended) return;
    this.ended = true;
    // A read under way is waited for.
    this.handle.close().catch(() => {});
    this.listener.onEnd(failure);
  }
}
