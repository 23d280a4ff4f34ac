import { expect, it } from "vitest";
import { readRetirement, readShutdownDate } from "#lib/upstreams/model-retirements.ts";

it.each([
  ["2026-12-31", Date.UTC(2026, 11, 31)],
  ["2026-12-31T12:00:00Z", Date.UTC(2026, 11, 31, 12)],
  [1_798_675_200, 1_798_675_200_000],
  [0, undefined],
  [null, undefined],
  ["soon", undefined],
])("reads the shutdown date %j", (value, time) => {
  expect(readShutdownDate(value)).toBe(time);
});

it("reads the config's statement about a model, and nothing of inherited names", () => {
  const stated = { old: { retiresOn: "2026-12-31", replacedBy: "new" } };
  expect(readRetirement(stated, "old")).toEqual({ retiresAt: Date.UTC(2026, 11, 31), replacedBy: "new" });
  expect(readRetirement(stated, "toString")).toBeUndefined();
  expect(readRetirement(undefined, "old")).toBeUndefined();
});
