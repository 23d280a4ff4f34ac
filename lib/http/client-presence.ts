/**
 * ClientPresence: whether the client is still there. Plainer than an AbortSignal, whose listeners cost about a kilobyte a
 * request; `signal` is one for code that wants it, made when it is first asked for.
 */
import { GatewayError } from "./gateway-error.ts";

/** Status under which a request is logged whose client left. It is never sent. */
export const CLIENT_LEFT_STATUS = 499;

export class ClientPresence {
  /** True once the client has left before its response had been sent whole. */
  left = false;
  private callbacks: (() => void)[] | undefined;
  private controller: AbortController | undefined;

  /** Aborted when the client leaves. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      const { controller } = this;
      this.onLeave(() => controller.abort(clientLeft()));
    }
    return this.controller.signal;
  }

  /** Calls back once when the client leaves; at once when it has left already. */
  onLeave(callback: () => void): void {
    if (this.left) callback();
    else if (this.callbacks) this.callbacks.push(callback);
    else this.callbacks = [callback];
  }

  /** @throws GatewayError 499 when the client has left: what has not been sent to an upstream is never sent then */
  throwIfLeft(): void {
    if (this.left) throw clientLeft();
  }

  /** The mount's to call. */
  leave(): void {
    if (this.left) return;
    this.left = true;
    for (const callback of this.callbacks ?? []) callback();
    this.callbacks = undefined;
  }
}

/** Nobody reads this error: it unwinds what waits for the response. */
export function clientLeft(): GatewayError {
  return new GatewayError({ status: CLIENT_LEFT_STATUS, message: "The client closed the request." });
}
