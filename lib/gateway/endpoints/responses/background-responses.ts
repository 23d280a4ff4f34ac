/** Background responses of this process, and the heartbeat that tells other instances which of them are in progress. */
import { type MemoryBudget, Resumables } from "#lib/gateway/bodies/resumable/resumables.ts";
import { BACKGROUND_LIMITS, RESUMABLE_LIMITS } from "#lib/gateway/limits.ts";
import type { InFlight } from "#lib/gateway/request/in-flight.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import type { Instance } from "#lib/media/instance.ts";
import type { Store, StoredResponse } from "#lib/store/store.ts";
import type { BackgroundResponse } from "./background-response.ts";
import { isRunning, parseResponse, type ResponseObject, toFailed } from "./response-object.ts";

const HEARTBEAT_MS = 15_000;
/** Time without a heartbeat after which a response counts as lost with its process. */
const INTERRUPTED_AFTER_MS = 4 * HEARTBEAT_MS;

export type ResponseServices = Services & { backgroundResponses: BackgroundResponses };

export class BackgroundResponses {
  private readonly responses: Resumables<BackgroundResponse>;
  private readonly store: Pick<Store, "responses">;
  private readonly log: (line: string) => void;
  readonly budget: MemoryBudget;
  readonly instance: Pick<Instance, "id" | "hasEnded">;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor({
    store,
    inFlight,
    budget,
    instance,
    log,
  }: {
    store: Pick<Store, "responses">;
    inFlight: InFlight;
    budget: MemoryBudget;
    /** Instance whose id is stored with its responses. */
    instance: Pick<Instance, "id" | "hasEnded">;
    log: (line: string) => void;
  }) {
    this.store = store;
    this.budget = budget;
    this.instance = instance;
    this.log = log;
    this.responses = new Resumables({ limits: BACKGROUND_LIMITS, budget, inFlight });
  }

  /** @throws GatewayError 429 while too many are in progress, 503 while they use all of their memory budget */
  add(response: BackgroundResponse): void {
    if (this.responses.runningCount >= BACKGROUND_LIMITS.running) {
      throw errors.tooManyBackgroundResponses({ limit: BACKGROUND_LIMITS.running });
    }
    if (this.budget.isExceeded) {
      throw errors.backgroundMemoryExhausted();
    }
    this.responses.add(response);
    this.heartbeat ??= setInterval(() => this.beat(), HEARTBEAT_MS).unref();
  }

  /** Returns undefined for another key's response too. */
  find(of: { id: string; keyId: string }): BackgroundResponse | undefined {
    return this.responses.find(of);
  }

  /**
   * Reads the current state of a stored response: one in progress whose gateway has ended has failed. On one machine
   * that is known at once, elsewhere when its heartbeats have stopped.
   */
  async read(stored: StoredResponse): Promise<ResponseObject> {
    const response = parseResponse(stored);
    if (!isRunning(response)) return response;
    const isInterrupted =
      Date.now() - (stored.aliveAt ?? 0) > INTERRUPTED_AFTER_MS ||
      (stored.runBy !== null && (await this.instance.hasEnded(stored.runBy)));
    return isInterrupted ? toFailed(response, { message: INTERRUPTED }) : response;
  }

  remove(response: BackgroundResponse): void {
    this.responses.remove(response);
  }

  /** Marks a response as ended: it can be followed for a while. */
  retire(response: BackgroundResponse): void {
    this.responses.retire(response);
  }

  /** Stops the largest response in progress, with the reason in its object. */
  relieve(): void {
    const [largest] = [...this.responses].sort((one, other) => other.size - one.size);
    largest?.abortWith({ status: 503, message: OUT_OF_MEMORY });
  }

  /** Stops all responses in progress, with the reason in their objects. */
  close(): void {
    clearInterval(this.heartbeat);
    this.responses.close();
  }

  private beat(): void {
    if (this.responses.runningCount === 0) {
      clearInterval(this.heartbeat);
      this.heartbeat = undefined;
      return;
    }
    const ids = [...this.responses].map(({ id }) => id);
    this.store.responses.noteAlive(ids, Date.now()).catch((error: unknown) => {
      this.log(`Background responses could not be marked as in progress: ${String(error)}`);
    });
  }
}

const INTERRUPTED = "The gateway that made this response ended before it was complete.";
const OUT_OF_MEMORY = `The background responses in progress exceeded the ${RESUMABLE_LIMITS.totalBytes / 1024 / 1024} MB that they may hold together, and this one was the largest. Try again when some have ended.`;
