/** BodyCapture: the chunks of one body with their times, within the limits of the recording. */
import { RECORDING_LIMITS } from "#lib/gateway/limits.ts";
import type { CapturedBody } from "#lib/records/captured-record.ts";

/** Memory of all bodies that are being recorded, in bytes. */
export type CaptureBudget = { used: number };

export class BodyCapture {
  private readonly budget: CaptureBudget;
  private readonly chunks: CapturedBody["chunks"] = [];
  private bytes = 0;
  private isTooLong = false;
  private held = 0;
  private isClosed = false;

  constructor(budget: CaptureBudget) {
    this.budget = budget;
  }

  /** Records a copy: a socket's chunk may hold a much larger buffer in memory. */
  add(at: number, chunk: Uint8Array | string): void {
    const length = typeof chunk === "string" ? Buffer.byteLength(chunk) : chunk.length;
    if (!this.reserve(length)) return;
    this.chunks.push([at, typeof chunk === "string" ? Buffer.from(chunk) : Buffer.from(chunk)]);
  }

  /** Records a whole body that nobody changes, without a copy. */
  addWhole(at: number, body: Uint8Array | string): void {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    if (this.reserve(bytes.length)) this.chunks.push([at, bytes]);
  }

  read(): CapturedBody {
    const { chunks, bytes, isTooLong } = this;
    return { chunks, bytes, isTooLong };
  }

  /** Bytes in memory. */
  get size(): number {
    return this.held;
  }

  /** Returns the memory to the budget, and records nothing more. */
  release(): void {
    this.budget.used -= this.held;
    this.held = 0;
    this.isClosed = true;
  }

  private reserve(length: number): boolean {
    if (length === 0 || this.isClosed) return false;
    this.bytes += length;
    const { bodyBytes, totalBytes, chunks } = RECORDING_LIMITS;
    this.isTooLong ||=
      this.held + length > bodyBytes || this.budget.used + length > totalBytes || this.chunks.length >= chunks;
    if (this.isTooLong) return false;
    this.held += length;
    this.budget.used += length;
    return true;
  }
}
