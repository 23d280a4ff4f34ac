import { expect, it } from "vitest";
import { LIVE_LINK_LIMITS } from "#lib/gateway/endpoints/live-links/live-link-limits.ts";
import { LiveWatchers } from "#lib/gateway/endpoints/live-links/live-watchers.ts";
import { createManualInFlight } from "#tests/support/manual-in-flight.ts";

const LINK = { id: "live_a", keyId: "key_a", expiresAt: Date.now() + 3_600_000 };

/** A response that never ends, and counts those that stopped reading it. */
function endless() {
  const state = { stopped: 0 };
  const read = (): AsyncIterator<Uint8Array> => ({
    next: async () => ({ done: false, value: Buffer.from("data: x\n\n") }),
    async return() {
      state.stopped++;
      return { done: true, value: undefined };
    },
  });
  return { state, read };
}

const codeOf = ({ reason }: AbortSignal): unknown => reason?.code;

it("disconnects a watcher that leaves bytes unread, and none that waits for more", async () => {
  const inFlight = createManualInFlight();
  const watchers = new LiveWatchers({ inFlight, isKeyActive: async () => true });
  const waiting = watchers.add(LINK, () => ({ next: () => new Promise<never>(() => {}) }));
  const slow = watchers.add(LINK, endless().read);
  void waiting.next();
  await slow.next();
  inFlight.tickIn(LIVE_LINK_LIMITS.unreadMs - 1_000);
  expect(slow.endedBy.aborted).toBe(false);
  inFlight.tickIn(LIVE_LINK_LIMITS.unreadMs + 1_000);
  expect(codeOf(slow.endedBy)).toBe("live_watcher_slow");
  expect(waiting.endedBy.aborted).toBe(false);
  expect(inFlight.watchedCount).toBe(1);
});

it("ends the watchers of a revoked link, and those of one that has expired", async () => {
  const inFlight = createManualInFlight();
  const watchers = new LiveWatchers({ inFlight, isKeyActive: async () => true });
  const [one, other] = [watchers.add(LINK, endless().read), watchers.add({ ...LINK, id: "live_b" }, endless().read)];
  const expired = watchers.add({ ...LINK, id: "live_c", expiresAt: Date.now() - 1 }, endless().read);
  watchers.revoke(LINK.id);
  expect([codeOf(one.endedBy), other.endedBy.aborted]).toEqual(["live_link_revoked", false]);
  inFlight.tickIn(0);
  expect([codeOf(expired.endedBy), other.endedBy.aborted]).toEqual(["live_link_expired", false]);
});

it("refuses more watchers than a link may have, without reading for them, until one leaves", async () => {
  const inFlight = createManualInFlight();
  const watchers = new LiveWatchers({ inFlight, isKeyActive: async () => true });
  const { state, read } = endless();
  const all = Array.from({ length: LIVE_LINK_LIMITS.perLink }, () => watchers.add(LINK, read));
  const refused = { reads: 0 };
  const readRefused = () => {
    refused.reads++;
    return read();
  };
  expect(() => watchers.add(LINK, readRefused)).toThrow(/Too many people/);
  expect(refused.reads).toBe(0);
  await all[0]?.return();
  expect(state.stopped).toBe(1);
  watchers.add(LINK, readRefused);
  expect(refused.reads).toBe(1);
});

it("ends all who watch by a link once its owner's key no longer works, and asks once for all of them", async () => {
  const inFlight = createManualInFlight();
  const asked: string[] = [];
  const answers = [new Error("The store does not answer."), true, false];
  const watchers = new LiveWatchers({
    inFlight,
    async isKeyActive(keyId) {
      asked.push(keyId);
      const answer = answers[asked.length - 1];
      if (answer instanceof Error) throw answer;
      return answer === true;
    },
  });
  const [one, other] = [watchers.add(LINK, endless().read), watchers.add(LINK, endless().read)];
  const begun = performance.now();
  for (const passed of [1_000, 6_000, 7_000, 12_000]) {
    inFlight.tickIn(begun + passed - performance.now());
    await new Promise(setImmediate);
  }
  expect(asked).toEqual(["key_a", "key_a"]);
  expect([one.endedBy.aborted, other.endedBy.aborted]).toEqual([false, false]);
  inFlight.tickIn(begun + 18_000 - performance.now());
  await new Promise(setImmediate);
  expect([codeOf(one.endedBy), codeOf(other.endedBy)]).toEqual(["live_link_revoked", "live_link_revoked"]);
  expect(inFlight.watchedCount).toBe(0);
});
