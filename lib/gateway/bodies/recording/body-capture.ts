/** BodyCapture: the chunks of one body with their times, within the limits of the recording. Media are references. */
import { RECORDING_LIMITS } from "#lib/gateway/limits.ts";
import { type BodyReferences, createBodyReferences } from "#lib/records/body-references.ts";
import type { CapturedBody } from "#lib/records/captured-record.ts";

/** Memory of all bodies that are being recorded, in bytes. */
export type CaptureBudget = { used: number };

export class BodyCapture {
  private readonly budget: CaptureBudget;
  private readonly references: BodyReferences | undefined;
  private readonly chunks: CapturedBody["chunks"] = [];
  private bytes = 0;
  private isTooLong = false;
  private held = 0;
  private isClosed = false;
  private lastAt = 0;
  private hasEnded = false;

  constructor(budget: CaptureBudget, contentType?: string | string[]) {
    this.budget = budget;
    this.references = createBodyReferences(String(contentType ?? ""));
  }

  /** Records a copy: a socket's chunk may hold a much larger buffer in memory. */
  add(at: number, chunk: Uint8Array | string): void {
    this.addWhole(at, typeof chunk === "string" || this.references ? chunk : Buffer.from(chunk));
  }

  /** Records a whole body that nobody changes, without a copy. */
  addWhole(at: number, body: Uint8Array | string): void {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    if (bytes.length === 0 || this.isClosed) return;
    this.bytes += bytes.length;
    this.lastAt = at;
    this.store(at, this.references ? this.references.push(bytes) : bytes);
  }

  /** Reads a body that has ended. */
  read(): CapturedBody {
    if (!this.hasEnded) this.store(this.lastAt, this.references?.end());
    this.hasEnded = true;
    const { chunks, bytes, isTooLong } = this;
    const media = this.references?.media;
    return { chunks, bytes, isTooLong, ...(media ? { media } : {}) };
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

  private store(at: number, recorded: Uint8Array | undefined): void {
    const length = recorded?.length ?? 0;
    if (!recorded || length === 0 || this.isClosed) return;
    const { bodyBytes, totalBytes, chunks } = RECORDING_LIMITS;
    this.isTooLong ||=
      this.held + length > bodyBytes || this.budget.used + length > totalBytes || this.chunks.length >= chunks;
    if (this.isTooLong) return;
    this.held += length;
    this.budget.used += length;
    this.chunks.push([at, recorded]);
  }
}
