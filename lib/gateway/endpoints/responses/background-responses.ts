/** Background responses that this process runs, and the sign of life that tells other instances so. */
import { type MemoryBudget, Resumables } from "#lib/gateway/bodies/resumable/resumables.ts";
import type { StreamSharing } from "#lib/gateway/bodies/resumable/shared/stream-sharing.ts";
import { BACKGROUND_LIMITS, RESUMABLE_LIMITS } from "#lib/gateway/limits.ts";
import type { InFlight } from "#lib/gateway/request/in-flight.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import type { Instance } from "#lib/media/instance.ts";
import type { Sealer } from "#lib/store/sealer.ts";
import type { Store } from "#lib/store/store.ts";
import type { BackgroundResponse } from "./background-response.ts";
import type { ResponseSockets } from "./sockets/response-sockets.ts";

/** Interval of the signs of life, a small part of the time after which others take a response over. */
const RENEW_MS = 4_000;

export type ResponseServices = Services & {
  backgroundResponses: BackgroundResponses;
  responseSockets: ResponseSockets;
  /** Encrypts what a compaction item carries. */
  sealer: Pick<Sealer, "seal" | "open">;
  /** Present when instances share a Redis. */
  sharing: StreamSharing | undefined;
};

export class BackgroundResponses {
  private readonly responses: Resumables<BackgroundResponse>;
  private readonly store: Pick<Store, "responses">;
  private readonly log: (line: string) => void;
  readonly budget: MemoryBudget;
  readonly instance: Pick<Instance, "id">;
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
    instance: Pick<Instance, "id">;
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
    this.heartbeat ??= setInterval(() => this.beat(), RENEW_MS).unref();
  }

  /** Returns undefined for another key's response too. */
  find(of: { id: string; keyId: string }): BackgroundResponse | undefined {
    return this.responses.find(of);
  }

  get runningCount(): number {
    return this.responses.runningCount;
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

  /**
   * Lets other instances go on with all responses that can begin anew without a second bill, at once. Those whose call
   * was sent to an upstream go on here.
   */
  async handOver(): Promise<void> {
    const repeatable = [...this.responses].filter(({ isRepeatable, isEnding }) => isRepeatable && !isEnding);
    for (const response of repeatable) response.abandon();
    await this.store.responses.release(
      repeatable.map(({ id }) => id),
      this.instance.id,
    );
  }

  /** Shows that the responses are still run here, and stops those that are not: they were taken over or cancelled. */
  private async renew(): Promise<void> {
    const running = [...this.responses].filter(({ isStored, isEnding }) => isStored && !isEnding);
    const renewed = new Set(
      await this.store.responses.renew(
        running.map(({ id }) => id),
        this.instance.id,
      ),
    );
    for (const response of running) if (!renewed.has(response.id)) response.abandon();
  }

  private beat(): void {
    if (this.responses.runningCount > 0) {
      this.look();
      return;
    }
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
  }

  /** Stops what was cancelled, removed or taken over on another instance. */
  look(): void {
    if (this.responses.runningCount === 0) return;
    this.renew().catch((error: unknown) => {
      this.log(`Background responses could not be marked as in progress: ${String(error)}`);
    });
  }
}

const OUT_OF_MEMORY = `The background responses in progress exceeded the ${RESUMABLE_LIMITS.totalBytes / 1024 / 1024} MB that they may hold together, and this one was the largest. Try again when some have ended.`;
