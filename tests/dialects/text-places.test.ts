import { expect, test } from "vitest";
import { createTextPlaces } from "#lib/dialects/text-places.ts";

const characters = ["a", "é", "€", "😀", "\ud83d"];
test.each([
  ["plain letters", "ab".repeat(2_000)],
  ["characters of all lengths", Array.from({ length: 5_000 }, (_, i) => characters[(i * i) % 5]).join("")],
  ["characters of two units at each step", "a".concat("😀".repeat(2_000))],
])("places in %s match those computed from the text", (_, text) => {
  const { toByte, toUnit } = createTextPlaces(text);
  const bytes = Buffer.from(text);
  for (let unit = 0; unit <= text.length; unit += 7) expect(toByte(unit)).toBe(Buffer.byteLength(text.slice(0, unit)));
  for (let byte = 0; byte <= bytes.length; byte += 7) expect(toUnit(byte)).toBe(bytes.toString("utf8", 0, byte).length);
});
