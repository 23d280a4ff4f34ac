/** Peer: one side of a session, with what its back-pressure and its silence mean. */
import type { SocketTransport } from "#lib/http/http-message.ts";
import { REALTIME_LIMITS } from "./realtime-limits.ts";

type Transport = Omit<SocketTransport, "batch" | "halfMessageSince"> &
  Partial<Pick<SocketTransport, "halfMessageSince">>;

export class Peer {
  private readonly transport: Transport;
  private heardAt = performance.now();
  /** Time since which it has more unsent bytes than it may. */
  private fullSince: number | undefined;
  private isPaused = false;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Returns false when nothing more should be sent before `hasDrained`. */
  send(data: Uint8Array | string, isBinary = false): boolean {
    this.transport.send(data, isBinary);
    if (this.transport.unsentBytes <= REALTIME_LIMITS.unsentBytes) return true;
    this.fullSince ??= performance.now();
    return false;
  }

  /** Returns true once after it was full. */
  hasDrained(): boolean {
    if (this.fullSince === undefined || this.transport.unsentBytes > REALTIME_LIMITS.unsentBytes / 2) return false;
    this.fullSince = undefined;
    return true;
  }

  heard(): void {
    this.heardAt = performance.now();
  }

  /** Stops reading its messages, and with them its pongs. */
  pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.transport.pause();
  }

  resume(): void {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.heard();
    this.transport.resume();
  }

  /** Returns the time since which it has given no sign of life. */
  silentSince(now: number): number {
    const heardAt = this.isPaused ? now : this.heardAt;
    return Math.min(heardAt, this.fullSince ?? now, this.transport.halfMessageSince ?? now);
  }

  ping(): void {
    this.transport.ping();
  }

  close(code: number | undefined, reason: string): void {
    // The other end's close frame is read like its messages.
    this.resume();
    this.transport.close(code, reason);
  }

  terminate(): void {
    this.transport.terminate();
  }
}
