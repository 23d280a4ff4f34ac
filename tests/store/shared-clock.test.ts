import { expect, test } from "vitest";
import { createSharedClock } from "#lib/store/shared-clock.ts";

function open() {
  const clock = { machine: 1_000_000, elapsed: 0 };
  const shared = createSharedClock(
    () => clock.machine,
    () => clock.elapsed,
  );
  return { clock, shared };
}

test("is the machine's clock until it is measured", () => {
  const { clock, shared } = open();
  expect(shared.now()).toBe(1_000_000);
  clock.machine += 5;
  expect(shared.now()).toBe(1_000_005);
});

test("goes on from the middle of a measurement, whatever happens to the machine's clock", () => {
  const { clock, shared } = open();
  clock.elapsed = 140;
  shared.note(5_000, { sentAt: 100, receivedAt: 140 });
  expect(shared.now()).toBe(5_020);
  clock.machine = 0;
  clock.elapsed += 1_000;
  expect(shared.now()).toBe(6_020);
});

test("keeps a measurement when a later one took too long to be exact", () => {
  const { clock, shared } = open();
  shared.note(5_000, { sentAt: 0, receivedAt: 0 });
  clock.elapsed = 4_000;
  shared.note(20_000, { sentAt: 0, receivedAt: 4_000 });
  expect(shared.now()).toBe(9_000);
});
