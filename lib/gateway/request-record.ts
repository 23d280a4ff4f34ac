/** What is noted of one request while it is under way, and written to the request log once when it has ended. */
import type { Usage } from "#lib/canonical/part.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import type { UpstreamNotes } from "./exchanges/upstream-notes.ts";

export type Lane = NonNullable<RequestLogRow["lane"]>;

/** The `error` of a request whose client went away before the answer was complete. */
export const CLIENT_LEFT = "client left";
/** Not sent to anyone: the status under which such a request is logged. */
export const CLIENT_LEFT_STATUS = 499;

export class RequestRecord {
  readonly id: string;
  readonly time = Date.now();
  private readonly startedAt = performance.now();
  private readonly log: Store["requestLog"];
  private readonly onFinish: () => void;
  private firstByteAt: number | undefined;
  /** How it ended, once it has. */
  outcome: { status: number; error: string | null } | undefined;
  private callbacks: (() => void)[] | undefined;
  keyId: string | null = null;
  method: string | null = null;
  /** The path as the table of routes names it. */
  path: string | null = null;
  dialect: string | null = null;
  lane: Lane | null = null;
  upstream: string | null = null;
  model: string | null = null;
  stream = false;
  usage: Usage | undefined;
  /** False for probes, which would drown everything else in the log. */
  logged = true;
  requestBytes = 0;
  responseBytes = 0;
  dropped: string[] = [];
  /** Of an exchange that is kept. */
  notes: UpstreamNotes | undefined;

  constructor({ id, log, onFinish }: { id: string; log: Store["requestLog"]; onFinish: () => void }) {
    this.id = id;
    this.log = log;
    this.onFinish = onFinish;
  }

  /** Milliseconds since the request arrived. */
  elapsed(): number {
    return performance.now() - this.startedAt;
  }

  /** Counts bytes sent to the client; the first call is the first byte. */
  sent(bytes: number): void {
    this.firstByteAt ??= performance.now();
    this.responseBytes += bytes;
  }

  /** Calls back once when the request has ended, however it ended; at once when it has. */
  whenFinished(callback: () => void): void {
    if (this.outcome) callback();
    else if (this.callbacks) this.callbacks.push(callback);
    else this.callbacks = [callback];
  }

  /** Only the first call counts. */
  finish({ status, error = null }: { status: number; error?: string | null }): void {
    if (this.outcome) return;
    this.outcome = { status, error };
    if (this.logged) this.append(status, error);
    this.onFinish();
    for (const callback of this.callbacks ?? []) callback();
  }

  private append(status: number, error: string | null): void {
    const { usage } = this;
    this.log.append({
      id: this.id,
      time: this.time,
      keyId: this.keyId,
      route: this.path === null ? null : `${this.method} ${this.path}`,
      dialect: this.dialect,
      lane: this.lane,
      upstream: this.upstream,
      model: this.model,
      status,
      stream: this.stream,
      inputTokens: usage?.inputTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
      cachedTokens: usage?.cachedInputTokens ?? null,
      cacheWriteTokens: usage?.cacheWriteInputTokens ?? null,
      reasoningTokens: usage?.reasoningTokens ?? null,
      videoSeconds: null,
      firstByteMs: this.firstByteAt === undefined ? null : this.firstByteAt - this.startedAt,
      totalMs: this.elapsed(),
      requestBytes: this.requestBytes,
      responseBytes: this.responseBytes,
      error,
      dropped: this.dropped.length > 0 ? this.dropped.join(",") : null,
    });
  }
}
