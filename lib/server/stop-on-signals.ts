import cluster from "node:cluster";
import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { AllServices } from "../gateway/assembly/services.ts";
import { STOP } from "./run-workers.ts";

const DRAIN_MS = 30_000;
const SWEEP_MS = 50;
/** Time for the last bytes of responses to slow clients. */
const LAST_BYTES_MS = 2_000;

/**
 * Ends the process at SIGTERM or SIGINT, once the running requests have ended and all data is written. A worker ends
 * when its primary says so or is gone.
 */
export function stopOnSignals(server: Server, services: AllServices): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) {
      // A second signal ends the process at once. A worker may get one from the system and one from its primary.
      if (cluster.isPrimary) process.exit(1);
      return;
    }
    stopping = true;
    const { count } = services.inFlight;
    const line = count > 0 ? `Stopping: ${count} requests under way get up to ${DRAIN_MS / 1000} s.` : "Stopping.";
    services.log(line, { level: "info" });
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    const drained = services.inFlight.drain(DRAIN_MS);
    await services.handOver().catch((error: Error) => console.error(`Work was not handed over: ${error.message}`));
    await drained;
    // The last bytes of a complete response may still be in the socket.
    const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await Promise.race([closed, delay(LAST_BYTES_MS)]);
    clearInterval(sweeper);
    await services.close().catch((error: Error) => services.log(`The store could not be flushed: ${error.message}`));
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  if (cluster.isPrimary) return;
  process.on("message", (message) => {
    if (message === STOP) void stop();
  });
  process.on("disconnect", stop);
}
