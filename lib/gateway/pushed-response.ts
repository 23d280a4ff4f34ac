/** PushedResponse: an answer on its way to the client, as a stream or as one document. It ends once, however it ends. */
import type { ExchangeResponse, PushSource, Sink } from "#lib/http/exchange.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { OpenExchanges, Ticking } from "./open-exchanges.ts";
import { CLIENT_LEFT, CLIENT_LEFT_STATUS, type RequestRecord } from "./request-record.ts";

export type PushedResponseOptions = {
  record: RequestRecord;
  exchanges: OpenExchanges;
  /** The client left: end the work that feeds this. */
  onCancel: () => void;
  /** The client took what was written. */
  onResume: () => void;
};

export abstract class PushedResponse implements PushSource, Ticking {
  /** Resolves when the answer begins; rejects with the error when it fails before. */
  readonly response: Promise<ExchangeResponse>;
  slot = -1;
  protected ended = false;
  /** Its status and headers are out: a failure can no longer be an HTTP error. */
  protected begun = false;
  protected sink: Sink | undefined;
  protected readonly settle: { resolve(response: ExchangeResponse): void; reject(error: GatewayError): void };
  private readonly shared: PushedResponseOptions;
  private deadline = Number.POSITIVE_INFINITY;
  private onDeadline: (() => void) | undefined;

  constructor(options: PushedResponseOptions) {
    this.shared = options;
    const { promise, resolve, reject } = Promise.withResolvers<ExchangeResponse>();
    this.response = promise;
    this.settle = { resolve, reject };
    options.exchanges.watch(this);
  }

  abstract start(sink: Sink): void;
  abstract end(): void;
  abstract fail(error: GatewayError): void;

  get hasEnded(): boolean {
    return this.ended;
  }

  get hasBegun(): boolean {
    return this.begun;
  }

  /** Calls back once, when the answer has taken `timeoutMs` and has not ended. */
  setDeadline(timeoutMs: number, onDeadline: () => void): void {
    this.deadline = performance.now() + timeoutMs;
    this.onDeadline = onDeadline;
  }

  resume(): void {
    if (!this.ended) this.shared.onResume();
  }

  cancel(): void {
    if (this.ended) return;
    this.close();
    this.shared.record.finish({ status: CLIENT_LEFT_STATUS, error: CLIENT_LEFT });
    this.shared.onCancel();
    // Nobody reads this answer; it only lets go of whoever waits for it.
    if (!this.begun) this.settle.resolve({ status: CLIENT_LEFT_STATUS, headers: {}, body: "" });
  }

  tick(now: number): void {
    if (now < this.deadline) return;
    this.deadline = Number.POSITIVE_INFINITY;
    this.onDeadline?.();
  }

  protected close(): void {
    this.ended = true;
    this.shared.exchanges.unwatch(this);
  }
}
