import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { waitWhileAlive } from "#lib/store/counters/wait-while-alive.ts";

it("gives up a server that is silent, and waits for one that sends other replies", async () => {
  const never = new Promise<never>(() => {});
  await expect(waitWhileAlive(never, { silenceMs: 20 })).rejects.toThrow("no response within 20 ms");
  let lastReplyAt = performance.now();
  const timer = setInterval(() => {
    lastReplyAt = performance.now();
  }, 5);
  const late = delay(400).then(() => "late");
  await expect(waitWhileAlive(late, { silenceMs: 200, lastReplyAt: () => lastReplyAt })).resolves.toBe("late");
  clearInterval(timer);
});

it("does not take a long task of this process for silence", async () => {
  // The request is written after the task, and its reply comes 20 ms later.
  const reply = nextTurn().then(() => delay(20, "here"));
  const waiting = waitWhileAlive(reply, { silenceMs: 250 });
  const end = performance.now() + 400;
  while (performance.now() < end);
  await expect(waiting).resolves.toBe("here");
});
