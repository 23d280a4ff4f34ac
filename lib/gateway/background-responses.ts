/** The background responses of this process: those that run, and those that ended not long ago, for clients that follow. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Store } from "#lib/store/store.ts";
import type { BackgroundResponse } from "./background-response.ts";

const MOST_RUNNING = 1_000;
const MOST_ENDED = 200;
/** Characters of events of responses that have ended. */
const MOST_ENDED_SIZE = 64_000_000;
const KEPT_MS = 600_000;
const HEARTBEAT_MS = 15_000;
/** A response that was not said to run for this long does not run any more. */
export const LOST_AFTER_MS = 4 * HEARTBEAT_MS;

export type BackgroundResponses = {
  /** @throws GatewayError 429 while too many run */
  add(response: BackgroundResponse): void;
  /** Undefined too when it is somebody else's. */
  find(of: { id: string; keyId: string }): BackgroundResponse | undefined;
  remove(id: string): void;
  /** It has ended: it is kept for a while. */
  retire(id: string): void;
  /** Breaks off all that run; their objects say why. */
  stop(): void;
};

export function createBackgroundResponses({
  store,
  log,
}: {
  store: Pick<Store, "responses">;
  log: (line: string) => void;
}): BackgroundResponses {
  const running = new Map<string, BackgroundResponse>();
  /** Oldest first. */
  const ended = new Map<string, { response: BackgroundResponse; until: number }>();
  let endedSize = 0;
  let heartbeat: NodeJS.Timeout | undefined;

  function beat(): void {
    prune();
    if (running.size === 0 && ended.size === 0) {
      clearInterval(heartbeat);
      heartbeat = undefined;
      return;
    }
    store.responses.noteAlive([...running.keys()], Date.now()).catch((error: unknown) => {
      log(`Background responses could not be marked as running: ${String(error)}`);
    });
  }

  function drop(id: string): void {
    const entry = ended.get(id);
    if (!entry) return;
    ended.delete(id);
    endedSize -= entry.response.size;
  }

  function prune(): void {
    const now = Date.now();
    for (const [id, { until }] of ended) {
      if (until > now && ended.size <= MOST_ENDED && endedSize <= MOST_ENDED_SIZE) return;
      drop(id);
    }
  }

  return {
    add(response) {
      if (running.size >= MOST_RUNNING) {
        throw new GatewayError({
          status: 429,
          message: `${MOST_RUNNING} background responses run already. Try again when some have ended.`,
          headers: { "retry-after": "5" },
        });
      }
      running.set(response.id, response);
      heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref();
    },
    find({ id, keyId }) {
      const response = running.get(id) ?? ended.get(id)?.response;
      return response?.keyId === keyId ? response : undefined;
    },
    remove(id) {
      running.delete(id);
      drop(id);
    },
    retire(id) {
      const response = running.get(id);
      if (!response) return;
      running.delete(id);
      ended.set(id, { response, until: Date.now() + KEPT_MS });
      endedSize += response.size;
      prune();
    },
    stop() {
      clearInterval(heartbeat);
      const reason = { status: 503, message: "The gateway was stopped before this answer was complete." };
      for (const response of [...running.values()]) response.breakOff(reason);
    },
  };
}
