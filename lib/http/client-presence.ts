/**
 * ClientPresence: tells whether the client is still connected. Simpler than an AbortSignal, whose listeners cost about
 * a kilobyte per request; `signal` is one for code that needs it, created on first use.
 */
import { errors } from "./errors.ts";

/** Log status of a request whose client disconnected. It is never sent. */
export const CLIENT_DISCONNECTED_STATUS = 499;

export class ClientPresence {
  /** True once the client has disconnected before its whole response was sent. */
  left = false;
  private callbacks: (() => void)[] | undefined;
  private controller: AbortController | undefined;

  /** Aborted when the client disconnects. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      const { controller } = this;
      this.onDisconnect(() => controller.abort(errors.clientClosedRequest()));
    }
    return this.controller.signal;
  }

  /** Calls back once when the client disconnects; at once when it already has. */
  onDisconnect(callback: () => void): void {
    if (this.left) callback();
    else if (this.callbacks) this.callbacks.push(callback);
    else this.callbacks = [callback];
  }

  /** @throws GatewayError 499 when the client has disconnected, so that no request is sent to an upstream */
  throwIfDisconnected(): void {
    if (this.left) throw errors.clientClosedRequest();
  }

  /** Called by the mount only. */
  leave(): void {
    if (this.left) return;
    this.left = true;
    for (const callback of this.callbacks ?? []) callback();
    this.callbacks = undefined;
  }
}
