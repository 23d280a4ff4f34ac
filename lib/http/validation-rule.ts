/** Puts zod's issues into the words of the field rules. */
import type { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { alternatives, count } from "#lib/contract/errors/wording.ts";
import { findBounds } from "./schema-bounds.ts";

export type FieldIssue = { raw: z.core.$ZodIssue };

type Field = { schema: z.core.$ZodType; path: PropertyKey[] };

/**
 * @param issues of one field: several when no branch of a union accepts it
 * @returns the rule to follow; `isCustom` when a schema states it in its own words
 */
export function ruleOf(issues: readonly FieldIssue[], field: Field): { rule: string; isCustom: boolean } {
  const rules = [...new Set(issues.map(({ raw }) => describe(raw, field)))];
  const rests = rules.map((rule) => /^must be (?!at |between |more |less )(.*)$/.exec(rule)?.[1]);
  const isPlain = rests.every((rest) => rest !== undefined);
  return {
    rule: isPlain && rests.length > 1 ? fieldRules.type(rests as string[]) : alternatives(rules),
    isCustom: issues.every(({ raw }) => raw.code === "custom"),
  };
}

/** Rules of schemas in their own words begin so; zod's do not. */
const OWN_WORDS = /^(?:must|requires|has) /;

function describe(issue: z.core.$ZodIssue, field: Field): string {
  if (OWN_WORDS.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return fieldRules.type([TYPES[issue.expected] ?? issue.expected]);
    case "invalid_value":
      return fieldRules.value(issue.values);
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? fieldRules.value(issue.options)
        : fieldRules.otherValue;
    case "too_small":
    case "too_big":
      return describeSize(issue, field);
    case "not_multiple_of":
      return fieldRules.multipleOf(issue.divisor);
    case "invalid_format":
      return issue.format === "regex" && issue.pattern
        ? fieldRules.matchesPattern(issue.pattern)
        : fieldRules.matches(issue.format.replaceAll("_", " "));
    case "invalid_key":
      return issue.issues[0] ? fieldRules.named(describe(issue.issues[0], field)) : fieldRules.otherValue;
    default:
      return fieldRules.otherValue;
  }
}

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

type SizeIssue = z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig;

/** Items of sizes, in the singular. */
const UNITS: Record<string, string> = { string: "character", array: "item" };

function describeSize(issue: SizeIssue, { schema, path }: Field): string {
  const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const bounds = findBounds(schema, path, Number(bound));
  const unit = UNITS[issue.origin];
  if (unit === undefined) {
    if (bounds) return fieldRules.between(bounds.minimum, bounds.maximum);
    const limit = typeof bound === "bigint" ? String(bound) : bound;
    return issue.code === "too_small"
      ? fieldRules.atLeast(limit, issue.inclusive)
      : fieldRules.atMost(limit, issue.inclusive);
  }
  if (unit === "character" && issue.code === "too_small" && Number(bound) === 1) return fieldRules.notEmpty;
  if (issue.exact || (bounds && bounds.minimum === bounds.maximum)) {
    return fieldRules.contains(`exactly ${formatAmount(Number(bound), unit)}`);
  }
  if (bounds && bounds.minimum > 1) {
    return fieldRules.contains(`${count(bounds.minimum)} to ${formatAmount(bounds.maximum, unit)}`);
  }
  return fieldRules.contains(
    `${issue.code === "too_small" ? "at least" : "at most"} ${formatAmount(Number(bound), unit)}`,
  );
}

/** Formats `1` and `2` as `one item` and `2 items`. */
export function formatAmount(number: number, unit: string): string {
  return number === 1 ? `one ${unit}` : `${count(number)} ${unit}s`;
}
