import { setTimeout as delay } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
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

it("reads the replies that came during a long task of this process", async () => {
  const { port1, port2 } = new MessageChannel();
  const reply = new Promise((resolve) => port1.once("message", resolve));
  const waiting = waitWhileAlive(reply, { silenceMs: 50 });
  port2.postMessage("here");
  const end = performance.now() + 100;
  while (performance.now() < end);
  await expect(waiting).resolves.toBe("here");
  port1.close();
});
