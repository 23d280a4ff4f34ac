/** Whether the client is still there. Plainer than an AbortSignal, whose listeners cost about a kilobyte a request. */
export class ClientPresence {
  /** True once the client has left before its answer had been sent whole. */
  left = false;
  private callbacks: (() => void)[] | undefined;

  /** Calls back once when the client leaves; at once when it has left already. */
  onLeave(callback: () => void): void {
    if (this.left) callback();
    else if (this.callbacks) this.callbacks.push(callback);
    else this.callbacks = [callback];
  }

  /** The mount's to call. */
  leave(): void {
    if (this.left) return;
    this.left = true;
    for (const callback of this.callbacks ?? []) callback();
    this.callbacks = undefined;
  }
}
