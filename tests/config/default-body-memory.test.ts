import { expect, test } from "vitest";
import { computeDefaultBodyMemory } from "#lib/config/default-body-memory.ts";

const GIGABYTE = 2 ** 30;
/** Without a limit Node returns 0 or this value, depending on the version of cgroups. */
const NO_LIMIT = 2 ** 64;

test.each([
  ["a cgroup's limit", { constrained: 2 * GIGABYTE, total: 64 * GIGABYTE, heap: 4 * GIGABYTE }, 0.5 * GIGABYTE],
  [
    "the machine's memory without a limit",
    { constrained: NO_LIMIT, total: 4 * GIGABYTE, heap: 4 * GIGABYTE },
    GIGABYTE,
  ],
  [
    "the machine's memory where the limit is unknown",
    { constrained: 0, total: 4 * GIGABYTE, heap: 4 * GIGABYTE },
    GIGABYTE,
  ],
  ["half of the heap where that is less", { constrained: 0, total: 64 * GIGABYTE, heap: 4 * GIGABYTE }, 2 * GIGABYTE],
])("the memory for bodies follows from %s", (_name, memory, expected) => {
  expect(computeDefaultBodyMemory(memory)).toBe(expected);
});

test("it reads the memory of this process", () => {
  expect(computeDefaultBodyMemory()).toBeGreaterThan(32 * 2 ** 20);
});
