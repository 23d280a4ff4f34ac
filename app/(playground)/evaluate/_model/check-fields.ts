/** Fields of each type of check, as the form shows them. */
import type { EvaluationCheck } from "#lib/contract/evaluation-definition.ts";

type Type = EvaluationCheck["type"];
export type CheckField = {
  name: string;
  label: string;
  kind: "text" | "number" | "json" | "boolean";
  placeholder?: string;
};

const value: CheckField = { name: "value", label: "Text", kind: "text", placeholder: "{{expected}}" };
const ignoreCase: CheckField = { name: "ignore_case", label: "Ignore case", kind: "boolean" };
const model: CheckField = { name: "model", label: "Model", kind: "text" };

export const CHECK_FIELDS: Record<Type, readonly CheckField[]> = {
  equals: [value, ignoreCase],
  contains: [value, ignoreCase],
  regex: [
    { name: "pattern", label: "Pattern", kind: "text", placeholder: "^\\d{4}$" },
    { name: "flags", label: "Flags", kind: "text", placeholder: "i" },
  ],
  json_schema: [{ name: "schema", label: "JSON Schema", kind: "json", placeholder: '{"type": "object"}' }],
  numeric: [
    { ...value, label: "Number" },
    { name: "tolerance", label: "Tolerance", kind: "number", placeholder: "0" },
    { name: "relative", label: "As a share of the number", kind: "boolean" },
  ],
  similarity: [
    value,
    { ...model, placeholder: "sandbox/embedding-model-a" },
    { name: "threshold", label: "Least similarity", kind: "number", placeholder: "0.8" },
  ],
  tool_call: [
    { name: "tool", label: "Tool", kind: "text", placeholder: "get_weather" },
    { name: "arguments", label: "Arguments", kind: "json", placeholder: '{"city": "{{city}}"}' },
    { name: "exact", label: "No other arguments", kind: "boolean" },
  ],
  latency: [{ name: "max_ms", label: "Milliseconds at most", kind: "number", placeholder: "2000" }],
  cost: [{ name: "max_usd", label: "US dollars at most", kind: "number", placeholder: "0.01" }],
  judge: [
    model,
    { name: "rubric", label: "Rubric", kind: "text", placeholder: "The reply is polite and names {{topic}}." },
    { name: "threshold", label: "Least score, 0 to 1", kind: "number" },
  ],
  human: [],
};

export const CHECK_NAMES: Record<Type, string> = {
  equals: "Equals",
  contains: "Contains",
  regex: "Regular expression",
  json_schema: "JSON Schema",
  numeric: "Number",
  similarity: "Similarity by embeddings",
  tool_call: "Tool call",
  latency: "Latency",
  cost: "Cost",
  judge: "Judge model",
  human: "Human rating",
};

/** Returns an empty check of a type. */
export function createCheck(type: Type): EvaluationCheck {
  switch (type) {
    case "equals":
    case "contains":
      return { type, value: "" };
    case "regex":
      return { type, pattern: "" };
    case "numeric":
      return { type, value: "" };
    case "similarity":
      return { type, value: "", model: "", threshold: 0.8 };
    case "tool_call":
      return { type, tool: "" };
    case "latency":
      return { type, max_ms: 2_000 };
    case "cost":
      return { type, max_usd: 0.01 };
    case "judge":
      return { type, model: "", rubric: "" };
    case "json_schema":
    case "human":
      return { type };
    default:
      return type satisfies never;
  }
}

/** Returns the check with a field from the form; an empty one is absent. Text that is no JSON stays text. */
export function withField(check: EvaluationCheck, { name, kind }: CheckField, text: string | boolean): EvaluationCheck {
  const { [name as "type"]: _, ...rest } = check;
  if (text === "" || text === false) {
    const isNeeded = kind === "text" && name !== "flags";
    return (isNeeded ? { ...rest, [name]: "" } : rest) as EvaluationCheck;
  }
  if (kind === "number") return { ...rest, [name]: Number(text) } as EvaluationCheck;
  if (kind !== "json") return { ...rest, [name]: text } as EvaluationCheck;
  try {
    return { ...rest, [name]: JSON.parse(String(text)) } as EvaluationCheck;
  } catch {
    return { ...rest, [name]: text } as EvaluationCheck;
  }
}

/** Returns a field as the form shows it. */
export function showField(check: EvaluationCheck, name: string): string {
  const shown = (check as unknown as Record<string, unknown>)[name];
  if (shown === undefined) return "";
  return typeof shown === "object" ? JSON.stringify(shown) : String(shown);
}
