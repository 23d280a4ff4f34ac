/** Checks whose time the client's pattern decides. Only the worker runs them, which ends when they take too long. */
import { type Schema, Validator } from "@cfworker/json-schema";
import type { EvaluationCheck } from "#lib/contract/evaluation-definition.ts";
import type { Outcome } from "./check-output.ts";

export type PatternCheck = Extract<EvaluationCheck, { type: "regex" | "json_schema" }>;
export type MatchRequest = { checks: PatternCheck[]; text: string };

export function matchOutput({ checks, text }: MatchRequest): Outcome[] {
  return checks.map((check) => (check.type === "regex" ? matchPattern(check, text) : matchSchema(check, text)));
}

function matchPattern({ pattern, flags }: Extract<PatternCheck, { type: "regex" }>, text: string): Outcome {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, flags);
  } catch {
    return { passed: null, reason: "The pattern is no valid regular expression." };
  }
  return expression.test(text) ? { passed: true } : { passed: false, reason: "The output does not match." };
}

function matchSchema({ schema }: Extract<PatternCheck, { type: "json_schema" }>, text: string): Outcome {
  let value: unknown;
  try {
    value = JSON.parse(stripFence(text));
  } catch {
    return { passed: false, reason: "The output is not JSON." };
  }
  if (schema === undefined) return { passed: true };
  try {
    const { valid, errors } = new Validator(schema as Schema, "2020-12", true).validate(value);
    const [first] = errors;
    return valid
      ? { passed: true }
      : { passed: false, reason: first ? `${first.instanceLocation}: ${first.error}` : "" };
  } catch {
    return { passed: null, reason: "The schema cannot be used." };
  }
}

/** Models put JSON into a fenced block. */
function stripFence(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("```")) return trimmed;
  return trimmed.replace(/^```[a-z]*\n/, "").replace(/\n?```$/, "");
}
