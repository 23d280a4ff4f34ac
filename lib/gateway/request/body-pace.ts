/**
 * BodyPace: watches how fast a request's body arrives, so that no client holds a connection with a trickle of bytes.
 */
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { BODY_LIMITS, BODY_PACE } from "../limits.ts";
import type { BodyMemory } from "./body-memory.ts";
import type { InFlight, Ticking } from "./in-flight.ts";

export type PaceServices = { inFlight: InFlight; bodyMemory: BodyMemory };

export class BodyPace implements Ticking {
  slot = -1;
  /** False while the gateway does not read: the client is not late then. */
  awaited = true;
  private readonly services: PaceServices;
  private readonly size: number;
  private readonly fail: (error: GatewayError) => void;
  private tickedAt = performance.now();
  private urgent = false;
  /** Milliseconds of waiting for the client in the current window. */
  private awaitedMs = 0;
  private bytes = 0;

  /**
   * Watches until `stop`.
   * @param size announced size of the body in bytes; 0 when unknown
   * @param fail called once, when the body is too slow
   */
  constructor(services: PaceServices, { size, fail }: { size: number; fail: (error: GatewayError) => void }) {
    this.services = services;
    this.size = size;
    this.fail = fail;
    services.inFlight.watch(this);
  }

  received(bytes: number): void {
    this.bytes += bytes;
  }

  stop(): void {
    this.services.inFlight.unwatch(this);
  }

  tick(now: number): void {
    if (this.awaited) this.awaitedMs += now - this.tickedAt;
    this.tickedAt = now;
    const { inFlight, bodyMemory } = this.services;
    const urgent = inFlight.draining || (bodyMemory.isShort && this.size >= BODY_LIMITS.largeBytes);
    if (urgent !== this.urgent) {
      this.urgent = urgent;
      this.openWindow();
    }
    const { windowMs, bytesPerSecond } = urgent ? BODY_PACE.urgent : BODY_PACE.usual;
    if (this.awaitedMs < windowMs) return;
    if (this.bytes * 1_000 >= this.awaitedMs * bytesPerSecond) {
      this.openWindow();
      return;
    }
    this.stop();
    this.fail(
      inFlight.draining ? errors.shuttingDownDuringBody() : urgent ? errors.bodyMemoryExhausted() : tooSlowError(),
    );
  }

  private openWindow(): void {
    this.awaitedMs = 0;
    this.bytes = 0;
  }
}

function tooSlowError(): GatewayError {
  const { windowMs, bytesPerSecond } = BODY_PACE.usual;
  return errors.bodyTooSlow({ bytesPerSecond, seconds: windowMs / 1_000 });
}
