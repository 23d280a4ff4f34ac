/** PushQueue: order, batches, back-pressure, and its ends in every order. */
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { PushQueue } from "#lib/gateway/bodies/push-queue.ts";

function queueOf() {
  const onCancel = vi.fn();
  const onRoom = vi.fn();
  return { queue: new PushQueue<number>({ onCancel, onRoom }), onCancel, onRoom };
}

const DONE = { done: true, value: undefined };
const batch = (...value: number[]) => ({ done: false, value });

describe("a push queue", () => {
  it("delivers everything pushed since the last batch as one batch", async () => {
    const { queue } = queueOf();
    queue.push([1]);
    queue.push([2, 3]);
    expect(await queue.next()).toEqual(batch(1, 2, 3));
    const waiting = queue.next();
    queue.push([]);
    queue.push([4]);
    queue.push([5]);
    expect(await waiting).toEqual(batch(4));
    expect(await queue.next()).toEqual(batch(5));
  });

  it("pauses its producer, and calls onRoom once when everything was taken", async () => {
    const { queue, onRoom } = queueOf();
    const answers = Array.from({ length: 20 }, (_, index) => queue.push([index]));
    expect(answers.indexOf(false)).toBeGreaterThan(0);
    expect(answers.at(-1)).toBe(false);
    expect(onRoom).not.toHaveBeenCalled();
    expect((await queue.next()).value).toHaveLength(20);
    expect(onRoom).toHaveBeenCalledTimes(1);
    expect(queue.push([20])).toBe(true);
    await queue.next();
    expect(onRoom).toHaveBeenCalledTimes(1);
  });

  it("queues items that are pushed from inside onRoom", async () => {
    const { queue, onRoom } = queueOf();
    onRoom.mockImplementation(() => queue.push([100]));
    while (queue.push([1]));
    const first = await queue.next();
    expect(first.value).not.toContain(100);
    expect(await queue.next()).toEqual(batch(100));
  });

  it("delivers everything pushed before its end, then ends, repeatedly", async () => {
    const { queue, onCancel } = queueOf();
    queue.push([1]);
    queue.end();
    queue.push([2]);
    queue.fail(new Error("late"));
    expect([await queue.next(), await queue.next(), await queue.next()]).toEqual([batch(1), DONE, DONE]);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it("delivers everything pushed before a failure, then fails", async () => {
    const { queue } = queueOf();
    queue.push([1]);
    queue.fail(new Error("broken"));
    expect(await queue.next()).toEqual(batch(1));
    await expect(queue.next()).rejects.toThrow("broken");
  });

  it.each(["end", "fail", "abort", "return"] as const)("wakes a consumer that waits: %s", async (ending) => {
    const { queue, onCancel } = queueOf();
    const waiting = queue.next();
    queue[ending](new Error("over"));
    if (ending === "end" || ending === "return") expect(await waiting).toEqual(DONE);
    else await expect(waiting).rejects.toThrow("over");
    expect(onCancel).toHaveBeenCalledTimes(ending === "abort" || ending === "return" ? 1 : 0);
  });

  it("ends its producer's work when it is abandoned before the first next", async () => {
    const { queue, onCancel } = queueOf();
    queue.push([1]);
    expect(await queue.return()).toEqual(DONE);
    expect(await queue.next()).toEqual(DONE);
    expect(queue.push([2])).toBe(true);
    queue.abort(new Error("late"));
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it("ends its producer's work when a loop over it breaks", async () => {
    const { queue, onCancel } = queueOf();
    queue.push([1]);
    for await (const _ of queue) break;
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it("loses, repeats and reorders nothing, however pushes, takes and the end interleave", async () => {
    const step = fc.oneof(
      fc.record({ pushes: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 20 }) }),
      fc.constant("next" as const),
    );
    const ending = fc.constantFrom("end", "fail", "abort", "return");
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), ending, async (steps, ends) => {
        const { queue, onCancel, onRoom } = queueOf();
        const model = { next: 0, held: [] as number[], received: [] as number[], isFull: false, rooms: 0 };
        const received: number[] = [];
        let outcome: "done" | "failed" | undefined;
        let isWaiting = false;
        const take = async () => {
          isWaiting = true;
          try {
            const { done, value } = await queue.next();
            if (done) outcome = "done";
            else received.push(...value);
          } catch {
            outcome = "failed";
          }
          isWaiting = false;
        };
        const takeAllHeld = () => {
          model.received.push(...model.held.splice(0));
          if (model.isFull) model.rooms++;
          model.isFull = false;
        };
        for (const each of steps) {
          if (each === "next") {
            // One at a time, as a consumer does.
            if (!isWaiting) void take();
            if (model.held.length > 0) takeAllHeld();
          } else {
            for (const size of each.pushes) {
              const items = Array.from({ length: size }, () => model.next++);
              const isTaken = isWaiting && model.held.length === 0 && model.received.length === received.length;
              const hasRoom = queue.push([...items]);
              if (isTaken) {
                expect(hasRoom).toBe(true);
                model.received.push(...items);
              } else model.held.push(...items);
              if (!hasRoom) model.isFull = true;
            }
          }
          await turn();
          expect(received).toEqual(model.received);
          expect(onRoom).toHaveBeenCalledTimes(model.rooms);
        }
        queue[ends as "fail"](new Error("over"));
        if (ends === "return") model.held = [];
        for (let tries = 0; outcome === undefined && tries < 3; tries++) {
          if (!isWaiting) void take();
          await turn();
        }
        expect(received).toEqual([...model.received, ...model.held]);
        expect(outcome).toBe(ends === "fail" || ends === "abort" ? "failed" : "done");
        expect(onCancel).toHaveBeenCalledTimes(ends === "abort" || ends === "return" ? 1 : 0);
      }),
      { numRuns: 200 },
    );
  });
});
