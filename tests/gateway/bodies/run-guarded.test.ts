/** runGuarded: work without a body, when the client leaves or its time is up. */
import { describe, expect, it, vi } from "vitest";
import { runGuarded } from "#lib/gateway/bodies/run-guarded.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createTestRequest } from "#tests/support/request-context.ts";

const DEADLINE = { ms: 1_000, error: () => new GatewayError({ status: 504, message: "too late" }) };

function setUp({ deadline }: { deadline?: typeof DEADLINE } = {}) {
  const { context, client, inFlight } = createTestRequest();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const abort = vi.fn((error: GatewayError) => reject(error));
  const work = vi.fn(() => promise);
  const run = () => runGuarded({ client, services: context.services }, { deadline, abort }, work);
  return { client, inFlight, abort, work, run, resolve };
}

describe("runGuarded", () => {
  it("does not start work for a client that has disconnected", async () => {
    const { client, work, run, inFlight } = setUp({ deadline: DEADLINE });
    client.leave();
    await expect(run()).rejects.toMatchObject({ status: 499 });
    expect([work.mock.calls.length, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it("aborts the work when the client disconnects, and not after its end", async () => {
    const early = setUp();
    const running = early.run();
    early.client.leave();
    await expect(running).rejects.toMatchObject({ status: 499 });
    const late = setUp();
    const done = late.run();
    late.resolve("whole");
    expect(await done).toBe("whole");
    late.client.leave();
    expect([early.abort.mock.calls.length, late.abort.mock.calls.length]).toEqual([1, 0]);
  });

  it("aborts the work once at its deadline", async () => {
    const { run, abort, inFlight } = setUp({ deadline: DEADLINE });
    const running = run();
    inFlight.tickIn(DEADLINE.ms / 2);
    expect(abort).not.toHaveBeenCalled();
    inFlight.tickIn(DEADLINE.ms + 1);
    inFlight.tickIn(DEADLINE.ms + 1);
    await expect(running).rejects.toMatchObject({ status: 504 });
    expect([abort.mock.calls.length, inFlight.watchedCount]).toEqual([1, 0]);
  });

  it("stops watching work that throws at once", async () => {
    const { client, inFlight, abort } = setUp();
    const failing = runGuarded({ client, services: { inFlight } }, { deadline: DEADLINE, abort }, () => {
      throw new Error("at once");
    });
    await expect(failing).rejects.toThrow("at once");
    client.leave();
    expect([inFlight.watchedCount, abort.mock.calls.length]).toEqual([0, 0]);
  });
});
