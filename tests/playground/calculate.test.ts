import { expect, it } from "vitest";
import { calculate } from "#lib/playground/tools/connected/calculate.ts";

it.each([
  ["1 + 2 * 3", "7"],
  ["(1 + 2) * 3", "9"],
  ["2 ^ 3 ^ 2", "512"],
  ["-2 ^ 2", "-4"],
  ["2 ** -1", "0.5"],
  ["0.1 + 0.2", "0.3"],
  ["7 % 4", "3"],
  ["1.5e3 / 3", "500"],
  ["12 × 4 ÷ 3 − 1", "15"],
  ["sqrt(16) + max(1, 2, 3) + round(2.345, 2)", "9.35"],
  ["cos(pi)", "-1"],
  ["log(1000) + ln(e)", "4"],
])("works out %s", (expression, result) => {
  expect(calculate(expression)).toBe(result);
});

it.each([
  ["", /ends too early/],
  ["1 +", /ends too early/],
  ["(1 + 2", /"\)" is missing/],
  ["1 2", /"2" was not expected/],
  ["1 / 0", /division by zero/],
  ["alert(1)", /"alert" is no function/],
  ["constructor", /no function or constant/],
  ["1; 2", /There is no number/],
  ["9 ^ 9 ^ 9 ^ 9", /not a finite number/],
  ["(".repeat(200), /nested too deeply/],
  ["2^".repeat(200), /nested too deeply/],
  ["1".repeat(1_001), /at most 1000/],
])("refuses %s", (expression, message) => {
  expect(() => calculate(expression)).toThrow(message);
});
