import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PROVIDER_PRESETS } from "#lib/contract/provider-presets.ts";
import { findProviderMark } from "#lib/playground/models/provider-marks.ts";
import { writeProviderMarks } from "#scripts/provider-marks.ts";

it("the file of provider marks is the one that the script writes", () => {
  expect(readFileSync("public/provider-marks.svg", "utf8")).toBe(writeProviderMarks());
});

it("every preset has a mark", () => {
  for (const { id } of PROVIDER_PRESETS) expect(findProviderMark(id), id).toBeDefined();
});
