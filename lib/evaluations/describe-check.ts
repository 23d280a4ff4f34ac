import type { EvaluationCheck } from "#lib/contract/evaluation-definition.ts";

const LONGEST = 60;

/** Returns a few words for a check, such as `contains "Paris"`; its own name when it has one. */
export function describeCheck(check: EvaluationCheck): string {
  if (check.name) return check.name;
  const words = describe(check);
  return check.negate ? `not: ${words}` : words;
}

function describe(check: EvaluationCheck): string {
  switch (check.type) {
    case "equals":
    case "contains":
      return `${check.type} ${quote(check.value)}`;
    case "regex":
      return `matches /${cut(check.pattern)}/${check.flags ?? ""}`;
    case "json_schema":
      return check.schema === undefined ? "is JSON" : "follows the schema";
    case "numeric":
      return `is ${cut(check.value)}${check.tolerance ? ` ± ${check.tolerance}${check.relative ? " of it" : ""}` : ""}`;
    case "similarity":
      return `is like ${quote(check.value)}`;
    case "tool_call":
      return `calls ${check.tool}`;
    case "latency":
      return `within ${check.max_ms} ms`;
    case "cost":
      return `at most $${check.max_usd}`;
    case "judge":
      return `judge: ${cut(check.rubric)}`;
    case "human":
      return "rated by a human";
    default:
      return check satisfies never;
  }
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
const quote = (text: string) => `"${cut(text)}"`;
