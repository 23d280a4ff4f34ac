/** Checks of an output that need no model and no time: texts, numbers, tool calls and bounds. */
import type { CheckResult } from "#lib/contract/evaluation.ts";
import type { EvaluationCheck } from "#lib/contract/evaluation-definition.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { describeCheck } from "./describe-check.ts";
import type { ModelOutput } from "./read-output.ts";
import { fillJson, fillTemplate, type Values } from "./template.ts";

/** Checked cell. */
export type Checked = ModelOutput & { ms: number; cost: number | null; values: Values };

/** Outcome before `negate`; open while `passed` is null. */
export type Outcome = { passed: boolean | null; score?: number; reason?: string };

export type PlainCheck = Extract<
  EvaluationCheck,
  { type: "equals" | "contains" | "numeric" | "tool_call" | "latency" | "cost" | "human" }
>;

export function checkPlainly(check: PlainCheck, checked: Checked): Outcome {
  switch (check.type) {
    case "equals": {
      const [found, wanted] = toCase(check, checked.text.trim(), fillTemplate(check.value, checked.values).trim());
      return found === wanted ? PASS : { passed: false, reason: "The output is different." };
    }
    case "contains": {
      const [found, wanted] = toCase(check, checked.text, fillTemplate(check.value, checked.values));
      return found.includes(wanted) ? PASS : { passed: false, reason: "The output does not contain the text." };
    }
    case "numeric":
      return checkNumber(check, checked);
    case "tool_call":
      return checkToolCall(check, checked);
    case "latency":
      return checked.ms <= check.max_ms
        ? { passed: true, score: checked.ms }
        : { passed: false, score: checked.ms, reason: `It took ${Math.round(checked.ms)} ms.` };
    case "cost":
      if (checked.cost === null) return { passed: null, reason: "The price of the model is unknown." };
      return checked.cost <= check.max_usd
        ? { passed: true, score: checked.cost }
        : { passed: false, score: checked.cost, reason: `It cost $${checked.cost}.` };
    case "human":
      return { passed: null, reason: "Nobody has rated it yet." };
    default:
      return check satisfies never;
  }
}

/** Returns the result of a check as clients see it. */
export function toResult(check: EvaluationCheck, { passed, ...outcome }: Outcome): CheckResult {
  const turned = check.negate === true && passed !== null ? !passed : passed;
  const { reason, ...rest } = outcome;
  const told = turned === passed ? reason : turned ? undefined : "It must not.";
  return {
    type: check.type,
    label: describeCheck(check),
    passed: turned,
    ...rest,
    ...(told === undefined ? {} : { reason: told }),
  };
}

/** Returns the verdict over all checks of a cell: null while one is open or without checks. */
export function judgeAll(results: readonly CheckResult[]): boolean | null {
  if (results.some(({ passed }) => passed === false)) return false;
  return results.length === 0 || results.some(({ passed }) => passed === null) ? null : true;
}

const PASS: Outcome = { passed: true };

function toCase({ ignore_case: ignores }: { ignore_case?: boolean | undefined }, ...texts: [string, string]) {
  return ignores ? (texts.map((text) => text.toLowerCase()) as [string, string]) : texts;
}

/** Numbers as people write them, with commas between thousands. */
const NUMBER = /[-+]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?/gi;

function checkNumber(
  { value, tolerance = 0, relative }: Extract<PlainCheck, { type: "numeric" }>,
  checked: Checked,
): Outcome {
  const wanted = toNumber(fillTemplate(value, checked.values));
  if (wanted === undefined) return { passed: null, reason: "The expected value is not a number." };
  // A bound on the work: outputs of models end with what they found.
  const found = toNumber(checked.text.slice(-LONGEST_SEARCHED));
  if (found === undefined) return { passed: false, reason: "The output has no number." };
  const most = relative ? Math.abs(wanted) * tolerance : tolerance;
  // One part in 10^12 is the error of binary fractions.
  const isNear = Math.abs(found - wanted) <= most + Math.abs(wanted) * 1e-12;
  return { passed: isNear, score: found, ...(isNear ? {} : { reason: `${found} is not ${wanted}.` }) };
}

const LONGEST_SEARCHED = 20_000;

function toNumber(text: string): number | undefined {
  const last = text.match(NUMBER)?.at(-1);
  const number = last === undefined ? Number.NaN : Number(last.replaceAll(",", ""));
  return Number.isFinite(number) ? number : undefined;
}

function checkToolCall(
  { tool, arguments: wanted, exact = false }: Extract<PlainCheck, { type: "tool_call" }>,
  { toolCalls, values }: Checked,
): Outcome {
  const calls = toolCalls.filter(({ name }) => name === tool);
  if (calls.length === 0) {
    const others = toolCalls.map(({ name }) => name).join(", ");
    return { passed: false, reason: others ? `It called ${others}.` : "It called no tool." };
  }
  if (wanted === undefined) return PASS;
  const filled = fillJson(wanted, values);
  const matches = calls.some(({ arguments: text }) => {
    try {
      const given: unknown = JSON.parse(text || "{}");
      return includesJson(given, filled) && (!exact || includesJson(filled, given));
    } catch {
      return false;
    }
  });
  return matches ? PASS : { passed: false, reason: `It called ${tool} with other arguments.` };
}

/** Returns whether `value` has all of `part`: of objects the named fields, of arrays all items in their order. */
function includesJson(value: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return (
      Array.isArray(value) && value.length === part.length && part.every((item, at) => includesJson(value[at], item))
    );
  }
  if (isRecord(part)) {
    return (
      isRecord(value) &&
      Object.entries(part).every(([name, item]) => Object.hasOwn(value, name) && includesJson(value[name], item))
    );
  }
  // A filled template is text where the model writes a number.
  return value === part || (typeof part === "string" && typeof value !== "object" && String(value) === part);
}
