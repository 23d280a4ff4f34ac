import { beforeEach, describe, expect, it } from "vitest";
import { BODY_LIMITS } from "#lib/gateway/limits.ts";
import { BodyMemory } from "#lib/gateway/request/body-memory.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { createManualInFlight, type ManualInFlight } from "#tests/support/manual-in-flight.ts";

const MEGABYTE = 1_048_576;
const LIMIT = 100 * MEGABYTE;

let inFlight: ManualInFlight;
let memory: BodyMemory;
beforeEach(() => {
  inFlight = createManualInFlight();
  memory = new BodyMemory({ limit: LIMIT, inFlight });
});

/** Waits for memory; `state` says how that stands. */
function wait(cost: number, client = new ClientPresence()) {
  const waiting = { state: "waits", client };
  memory.takeWhenFree(cost, client).then(
    () => {
      waiting.state = "has it";
    },
    (error) => {
      waiting.state = `${error.status} ${JSON.stringify(error.headers)}`;
    },
  );
  return waiting;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the budget", () => {
  it("counts a body by its cost, and one larger than the budget as three quarters of it", () => {
    expect(memory.computeCost(1_000)).toBe(4_000);
    expect(memory.computeCost(64 * MEGABYTE)).toBe(75 * MEGABYTE);
  });

  it("is used up to its limit and no further", () => {
    expect(memory.tryTake(LIMIT - 10)).toBe(true);
    expect([memory.tryTake(11), memory.tryTake(10), memory.tryTake(1)]).toEqual([false, true, false]);
    memory.giveBack(10);
    expect(memory.used).toBe(LIMIT - 10);
  });

  it("goes to waiting bodies in order, while small bodies pass them", async () => {
    memory.tryTake(LIMIT - MEGABYTE);
    const [first, second] = [wait(50 * MEGABYTE), wait(10 * MEGABYTE)];
    expect(memory.isShort).toBe(true);
    expect(memory.tryTake(1_000)).toBe(true);
    memory.giveBack(20 * MEGABYTE);
    expect(memory.tryTake(8 * MEGABYTE), "a large body does not overtake").toBe(false);
    await settled();
    expect([first.state, second.state]).toEqual(["waits", "waits"]);
    memory.giveBack(40 * MEGABYTE);
    await settled();
    expect([first.state, second.state]).toEqual(["has it", "has it"]);
    expect(memory.isShort).toBe(false);
    expect(inFlight.watchedCount).toBe(0);
  });

  it("refuses a body that has waited too long with 503, and admits the next one", async () => {
    memory.tryTake(LIMIT - 10 * MEGABYTE);
    const first = wait(50 * MEGABYTE);
    inFlight.tickIn(BODY_LIMITS.waitMs - 1_000);
    await settled();
    expect(first.state).toBe("waits");
    const second = wait(10 * MEGABYTE);
    inFlight.tickIn(BODY_LIMITS.waitMs);
    await settled();
    expect([first.state, second.state]).toEqual(['503 {"retry-after":"5"}', "has it"]);
  });

  it("forgets a body whose client disconnects, and admits the next one", async () => {
    memory.tryTake(LIMIT - 10 * MEGABYTE);
    const [first, second] = [wait(50 * MEGABYTE), wait(10 * MEGABYTE)];
    first.client.leave();
    second.client.leave();
    await settled();
    expect([first.state, second.state]).toEqual(["499 {}", "has it"]);
    expect(memory.used).toBe(LIMIT);
  });

  it("collects garbage after a quiet time that follows large bodies", () => {
    for (let count = 0; count < 3; count++) {
      memory.tryTake(32 * MEGABYTE);
      memory.giveBack(32 * MEGABYTE);
    }
    expect(inFlight.watchedCount).toBe(1);
    inFlight.tickIn(BODY_LIMITS.quietMs - 500);
    expect(inFlight.watchedCount).toBe(1);
    inFlight.tickIn(BODY_LIMITS.quietMs + 1);
    expect(inFlight.watchedCount).toBe(0);
  });
});
