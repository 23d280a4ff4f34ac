import { expect, test } from "vitest";
import { parseExpiry } from "#lib/store/parse-expiry.ts";

const NOW = Date.UTC(2026, 10, 21);

test.each([
  ["12h", NOW + 12 * 3_600_000],
  ["30d", NOW + 30 * 86_400_000],
  ["2w", NOW + 14 * 86_400_000],
  ["1y", NOW + 365 * 86_400_000],
  ["2027-01-01", Date.UTC(2027, 0, 1)],
  ["2028-02-29", Date.UTC(2028, 1, 29)],
  ["2027-01-01T12:30:00Z", Date.UTC(2027, 0, 1, 12, 30)],
  ["2027-01-01T12:30:00+02:00", Date.UTC(2027, 0, 1, 10, 30)],
])("%s is accepted", (text, time) => {
  expect(parseExpiry(text, NOW)).toBe(time);
});

test.each([
  "",
  "30",
  "d",
  "-1d",
  "0d",
  "1.5d",
  "30 days",
  "tomorrow",
  "2025-01-01",
  "2027-02-30",
  "2027-13-01",
  "01/02/2027",
  "99999999999999d",
])("%o is refused", (text) => {
  expect(parseExpiry(text, NOW)).toBeUndefined();
});
