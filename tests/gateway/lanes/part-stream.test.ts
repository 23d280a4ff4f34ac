/** createPartStream: a generator of Parts, and a reader that comes early, late or not at all. */
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { createPartStream } from "#lib/gateway/lanes/part-stream.ts";

const part = (text: string): Part => ({ type: "text-delta", choice: 0, id: "t", text });
const textsOf = (parts: Part[]) => parts.map((each) => (each.type === "text-delta" ? each.text : each.type));

/** Lets everything that can run without new input run. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 10; turns++) await turn();
}

/** A generator whose Parts come when the test gives them. */
function createGenerator() {
  const given: (Part | Error | "done")[] = [];
  let wake = () => {};
  const state = { signal: undefined as AbortSignal | undefined, ended: false, made: 0 };
  async function* generate(signal: AbortSignal): AsyncGenerator<Part> {
    state.signal = signal;
    try {
      for (;;) {
        while (given.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const next = given.shift();
        if (next === "done") return;
        if (next instanceof Error) throw next;
        state.made++;
        yield next as Part;
      }
    } finally {
      state.ended = true;
    }
  }
  const give = (...next: (Part | Error | "done")[]) => {
    given.push(...next);
    wake();
  };
  return { generate, give, state };
}

describe("a part stream", () => {
  it("begins at once, and delivers parts that arrive together as one batch", async () => {
    const { generate, give } = createGenerator();
    const parts = createPartStream(generate);
    give(part("a"), part("b"));
    expect(textsOf((await parts.next()).value ?? [])).toEqual(["a", "b"]);
    give(part("c"), "done");
    expect(textsOf((await parts.next()).value ?? [])).toEqual(["c"]);
    expect(await parts.next()).toEqual({ done: true, value: undefined });
  });

  it("delivers an endless burst in bounded batches", async () => {
    const { generate, give } = createGenerator();
    const parts = createPartStream(generate);
    give(...Array.from({ length: 200 }, (_, index) => part(String(index))), "done");
    const sizes: number[] = [];
    for await (const batch of parts) sizes.push(batch.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(200);
  });

  it("pauses the generator while nobody reads, and continues when somebody does", async () => {
    let made = 0;
    const parts = createPartStream(async function* () {
      for (; made < 10_000; made++) yield part(String(made));
    });
    await settle();
    await settle();
    const paused = made;
    await settle();
    expect(made).toBe(paused);
    expect(paused).toBeLessThan(10_000);
    let count = 0;
    for await (const batch of parts) count += batch.length;
    expect(count).toBe(10_000);
  });

  it("continues when its reader catches up while the generator makes the next Part", async () => {
    const { generate, give, state } = createGenerator();
    const parts = createPartStream(generate);
    // One push each: after enough of them the reader is behind, while the generator has not made the next Part yet.
    for (let index = 0; index < 20; index++) {
      give(part(String(index)));
      await settle();
    }
    const paused = state.made;
    expect(paused).toBeLessThanOrEqual(20);
    const texts: string[] = [];
    const reading = (async () => {
      for await (const batch of parts) texts.push(...textsOf(batch));
    })();
    await settle();
    give(part("last"), "done");
    await reading;
    expect(texts).toEqual([...Array.from({ length: 20 }, (_, index) => String(index)), "last"]);
  });

  it("delivers the parts before a failure, then the failure", async () => {
    const { generate, give } = createGenerator();
    const parts = createPartStream(generate);
    give(part("a"), new Error("broken"));
    expect(textsOf((await parts.next()).value ?? [])).toEqual(["a"]);
    await expect(parts.next()).rejects.toThrow("broken");
  });

  it("fails when the generator cannot be started", async () => {
    const parts = createPartStream(() => {
      throw new Error("no such model");
    });
    await expect(parts.next()).rejects.toThrow("no such model");
  });

  it("aborts the generator when its reader stops, also while it waits for the reader", async () => {
    let ended = false;
    let signal: AbortSignal | undefined;
    const parts = createPartStream(async function* (given) {
      signal = given;
      try {
        for (let index = 0; ; index++) yield part(String(index));
      } finally {
        ended = true;
      }
    });
    await settle();
    await settle();
    await parts.return();
    await settle();
    expect([signal?.aborted, ended]).toEqual([true, true]);
  });

  it("ends at once when aborted, even if the generator ignores the signal", async () => {
    const { generate, give, state } = createGenerator();
    const parts = createPartStream(generate);
    const reading = parts.next();
    parts.abort(new Error("client left"));
    await expect(reading).rejects.toThrow("client left");
    expect(state.signal?.aborted).toBe(true);
    give(part("late"));
    await settle();
    expect(state.ended).toBe(true);
    await expect(parts.next()).rejects.toThrow("client left");
  });
});
