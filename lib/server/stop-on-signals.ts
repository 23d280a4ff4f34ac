import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { AllServices } from "../gateway/assembly/services.ts";

const DRAIN_MS = 30_000;
const SWEEP_MS = 50;
/** Time for the last bytes of responses to slow clients. */
const LAST_BYTES_MS = 2_000;

/** Ends the process at SIGTERM or SIGINT, once the running requests have ended and all data is written. */
export function stopOnSignals(server: Server, services: AllServices): void {
  let stopping = false;
  const stop = async () => {
    // A second signal ends the process at once.
    if (stopping) process.exit(1);
    stopping = true;
    const { count } = services.inFlight;
    console.log(count > 0 ? `Stopping: ${count} requests under way get up to ${DRAIN_MS / 1000} s.` : "Stopping.");
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await services.inFlight.drain(DRAIN_MS);
    // The last bytes of a complete response may still be in the socket.
    const sweeper = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await Promise.race([closed, delay(LAST_BYTES_MS)]);
    clearInterval(sweeper);
    await services.close().catch((error: Error) => console.error(`The store could not be flushed: ${error.message}`));
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
