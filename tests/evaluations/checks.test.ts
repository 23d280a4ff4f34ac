/** Checks of one output. */
import { afterAll, describe, expect, it } from "vitest";
import { type EvaluationCheck, evaluationCheck } from "#lib/contract/evaluation-definition.ts";
import { checkPlainly, judgeAll, type PlainCheck, toResult } from "#lib/evaluations/check-output.ts";
import { compareVectors, readVerdict } from "#lib/evaluations/judge.ts";
import { matchOutput, type PatternCheck } from "#lib/evaluations/match-output.ts";
import { createPatternMatcher } from "#lib/evaluations/pattern-matcher.ts";
import { fillTemplate, listFields } from "#lib/evaluations/template.ts";

const values = { expected: "Paris", number: "1,250.5", city: "Paris" };
const call = (name: string, args: string) => ({ name, arguments: args });
const output = (text: string, toolCalls = [call("get_weather", '{"city":"Paris","days":3}')]) => ({
  ...{ text, toolCalls, finish: "stop", ms: 120, cost: 0.002, values },
});
const plain = (check: object, text = "") => {
  const parsed = evaluationCheck.parse(check);
  return toResult(parsed, checkPlainly(parsed as PlainCheck, output(text))).passed;
};

describe("plain checks", () => {
  it.each<[string, object, string, boolean | null]>([
    ["equal text, apart from spaces at its ends", { type: "equals", value: "{{expected}}" }, " Paris\n", true],
    ["other case", { type: "equals", value: "{{expected}}" }, "paris", false],
    ["ignored case", { type: "equals", value: "{{expected}}", ignore_case: true }, "PARIS", true],
    ["a contained value", { type: "contains", value: "{{expected}}" }, "It is Paris.", true],
    ["a missing value", { type: "contains", value: "{{expected}}" }, "It is Rome.", false],
    ["a missing value that must be missing", { type: "contains", value: "Rome", negate: true }, "Paris", true],
    ["the last number", { type: "numeric", value: "{{number}}" }, "First 3, then 1250.5 in all.", true],
    ["a number within the tolerance", { type: "numeric", value: "10", tolerance: 0.5 }, "about 10.4", true],
    ["a number beyond it", { type: "numeric", value: "10", tolerance: 0.5 }, "about 10.6", false],
    ["a number within a share", { type: "numeric", value: "200", tolerance: 0.01, relative: true }, "202", true],
    ["binary fractions", { type: "numeric", value: "0.3" }, String(0.1 + 0.2), true],
    ["a negative number", { type: "numeric", value: "-4" }, "x = -4", true],
    ["an exponent", { type: "numeric", value: "1.5e3" }, "1500", true],
    ["no number", { type: "numeric", value: "4" }, "four", false],
    ["no number to expect", { type: "numeric", value: "{{expected}}" }, "4", null],
    ["a tool call", { type: "tool_call", tool: "get_weather" }, "", true],
    ["some of its arguments", { type: "tool_call", tool: "get_weather", arguments: { city: "{{city}}" } }, "", true],
    ["a filled number", { type: "tool_call", tool: "get_weather", arguments: { days: "3" } }, "", true],
    ["all arguments", { type: "tool_call", tool: "get_weather", arguments: { city: "Paris" }, exact: true }, "", false],
    ["other arguments", { type: "tool_call", tool: "get_weather", arguments: { city: "Rome" } }, "", false],
    ["another tool", { type: "tool_call", tool: "search" }, "", false],
    ["a bound on the time", { type: "latency", max_ms: 119 }, "", false],
    ["a bound on the cost", { type: "cost", max_usd: 0.002 }, "", true],
    ["a human", { type: "human" }, "", null],
    ["a human, negated", { type: "human", negate: true }, "", null],
  ])("%s", (_title, check, text, passed) => expect(plain(check, text)).toBe(passed));

  it("leaves a cost open without a price", () => {
    const check: PlainCheck = { type: "cost", max_usd: 1 };
    expect(checkPlainly(check, { ...output(""), cost: null }).passed).toBeNull();
  });

  it("fails a cell with one failed check, and leaves it open with one open check", () => {
    const result = (passed: boolean | null) => ({ type: "equals" as const, label: "", passed });
    expect(judgeAll([])).toBeNull();
    expect(judgeAll([result(true), result(true)])).toBe(true);
    expect(judgeAll([result(true), result(null)])).toBeNull();
    expect(judgeAll([result(null), result(false)])).toBe(false);
  });
});

const match = (check: EvaluationCheck, text: string) =>
  matchOutput({ checks: [check as PatternCheck], text })[0]?.passed;

describe("patterns and schemas", () => {
  const schema = { type: "object", properties: { age: { type: "integer", minimum: 0 } }, required: ["age"] };
  it.each<[string, EvaluationCheck, string, boolean | null]>([
    ["a pattern", { type: "regex", pattern: "^\\d{4}$" }, "2026", true],
    ["its flags", { type: "regex", pattern: "paris", flags: "i" }, "PARIS", true],
    ["an invalid pattern", { type: "regex", pattern: "(" }, "x", null],
    ["any JSON", { type: "json_schema" }, '{"a":1}', true],
    ["JSON in a fenced block", { type: "json_schema", schema }, '```json\n{"age": 3}\n```', true],
    ["a wrong value", { type: "json_schema", schema }, '{"age":-1}', false],
    ["a missing field", { type: "json_schema", schema }, "{}", false],
    ["no JSON", { type: "json_schema", schema }, "age 3", false],
  ])("%s", (_title, check, text, passed) => expect(match(check, text)).toBe(passed));
});

describe("the pattern matcher", () => {
  const matcher = createPatternMatcher({ timeMs: 200, memoryBytes: 256 * 1024 * 1024 });
  afterAll(() => matcher.close());

  it("ends a catastrophic pattern without blocking, and makes the checks beside it", { timeout: 20_000 }, async () => {
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    const outcomes = await matcher.match({
      checks: [
        { type: "regex", pattern: "^(a+)+$" },
        { type: "regex", pattern: "!$" },
        { type: "json_schema", schema: { pattern: "^(a|a)*$" } },
      ],
      text: `${"a".repeat(40)}!`,
    });
    clearInterval(ticking);
    expect(outcomes.map(({ passed }) => passed)).toEqual([null, true, false]);
    expect(outcomes[0]?.reason).toContain("takes more than 0.2 s");
    expect(ticks).toBeGreaterThan(5);
    expect(await matcher.match({ checks: [{ type: "regex", pattern: "b" }], text: "abc" })).toEqual([{ passed: true }]);
  });
});

describe("judges and vectors", () => {
  it.each<[string, string, number | undefined, boolean | null]>([
    ["a verdict", '{"reason":"Right.","pass":true,"score":0.9}', undefined, true],
    ["a verdict between words", 'Here:\n```json\n{"pass": false, "score": 0.2}\n```', undefined, false],
    ["a score below the threshold", '{"pass":true,"score":0.4}', 0.5, false],
    ["a score at the threshold", '{"pass":false,"score":0.5}', 0.5, true],
    ["no score where one is needed", '{"pass":true}', 0.5, null],
    ["no JSON", "It is good.", undefined, null],
    ["another shape", '{"verdict":"yes"}', undefined, null],
  ])("%s", (_title, text, threshold, passed) => expect(readVerdict(text, threshold).passed).toBe(passed));

  it("compares vectors by their angle", () => {
    expect(compareVectors([1, 0], [2, 0])).toBeCloseTo(1);
    expect(compareVectors([1, 0], [0, 3])).toBeCloseTo(0);
    expect(compareVectors([1, 1], [-1, -1])).toBeCloseTo(-1);
    expect(compareVectors([1], [1, 2])).toBeUndefined();
    expect(compareVectors([0, 0], [1, 2])).toBeUndefined();
  });
});

describe("templates", () => {
  it("fills in fields, leaves escaped braces, and empties what a row lacks", () => {
    expect(fillTemplate("{{ city }}: \\{{city}} {{none}}.", values)).toBe("Paris: {{city}} .");
    expect(fillTemplate("{{item.a b}}", { "item.a b": "1" })).toBe("1");
    expect(fillTemplate("{{toString}} {{__proto__}}", {})).toBe(" ");
    expect(fillTemplate("{{city}}", { city: "{{expected}} $& $1" })).toBe("{{expected}} $& $1");
  });

  it("lists fields", () => {
    expect(listFields("{{a}} and {{ item.b }} and \\{{c}} and {d}")).toEqual(["a", "item.b"]);
  });
});
