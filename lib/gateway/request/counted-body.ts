/** CountedBody: the part of a request's body that is the same on every mount: its memory, counted in the budget. */
import type { ClientPresence } from "#lib/http/client-presence.ts";
import { errors } from "#lib/http/errors.ts";
import type { PaceServices } from "./body-pace.ts";

export class CountedBody {
  protected readonly services: PaceServices;
  private cost = 0;
  private holders = 1;

  constructor(services: PaceServices) {
    this.services = services;
  }

  retain(): void {
    this.holders++;
  }

  release(): void {
    this.holders--;
    if (this.holders > 0 || this.cost === 0) return;
    this.services.bodyMemory.giveBack(this.cost);
    this.cost = 0;
  }

  /**
   * Reserves memory for a body of this size before it is read. Returns a promise when it has to wait.
   * @throws GatewayError 503 when that takes too long, 499 when the client disconnects
   */
  protected reserve(size: number, client: ClientPresence): Promise<void> | undefined {
    const { bodyMemory } = this.services;
    const cost = bodyMemory.computeCost(size);
    if (!bodyMemory.tryTake(cost)) return this.reserveLater(cost, client);
    this.cost = cost;
    return undefined;
  }

  /**
   * Reserves memory for the received part of a body without an announced size. @throws GatewayError 503 when there is
   * none
   */
  protected grow(size: number): void {
    const { bodyMemory } = this.services;
    const cost = bodyMemory.computeCost(size);
    if (!bodyMemory.tryTake(cost - this.cost)) throw errors.bodyMemoryExhausted();
    this.cost = cost;
  }

  private async reserveLater(cost: number, client: ClientPresence): Promise<void> {
    const { bodyMemory } = this.services;
    await bodyMemory.takeWhenFree(cost, client);
    this.cost = cost;
    if (this.holders > 0) return;
    // The request has ended meanwhile.
    bodyMemory.giveBack(cost);
    throw errors.clientClosedRequest();
  }
}
