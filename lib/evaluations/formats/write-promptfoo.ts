/** Writes a definition as a Promptfoo config, whose providers are the models of this gateway. */
import type { EvaluationCheck, EvaluationColumn, EvaluationRow } from "#lib/contract/evaluation-definition.ts";

type Definition = {
  name: string;
  columns: readonly EvaluationColumn[];
  checks: readonly EvaluationCheck[];
  rows: readonly EvaluationRow[];
};

const KINDS: Record<NonNullable<EvaluationColumn["api"]>, string> = {
  "openai-chat": "openai:chat",
  "openai-responses": "openai:responses",
  "anthropic-messages": "anthropic:messages",
  "google-generate": "google",
};

/** @param origin address of the gateway */
export function writePromptfoo({ name, columns, checks, rows }: Definition, { origin }: { origin: string }): object {
  const prompts = new Map<string, string>();
  const providers = columns.map((column, index) => {
    const raw = writePrompt(column);
    const label = prompts.get(raw) ?? `prompt ${prompts.size + 1}`;
    prompts.set(raw, label);
    const { model, api = "openai-chat", parameters = {} } = column;
    return {
      id: `${KINDS[api]}:${model}`,
      label: column.name || `${model} ${index + 1}`,
      prompts: [label],
      config: { ...writePlace(api, origin), ...parameters },
    };
  });
  return {
    description: name,
    prompts: [...prompts].map(([raw, label]) => ({ label, raw })),
    providers,
    ...(checks.length > 0 ? { defaultTest: { assert: checks.flatMap(writeAssertion) } } : {}),
    tests: rows.map(({ values, checks: own = [] }) => ({
      vars: values,
      ...(own.length > 0 ? { assert: own.flatMap(writeAssertion) } : {}),
    })),
  };
}

function writePlace(api: NonNullable<EvaluationColumn["api"]>, origin: string): Record<string, string> {
  const key = { apiKeyEnvar: "PARLANCE_API_KEY" };
  if (api === "anthropic-messages") return { apiBaseUrl: origin, ...key };
  return { apiBaseUrl: api === "google-generate" ? origin : `${origin}/v1`, ...key };
}

function writePrompt({ system, prompt, messages }: EvaluationColumn): string {
  if (!system && prompt !== undefined) return prompt;
  const all = [
    ...(system ? [{ role: "system", content: system }] : []),
    ...(messages ?? [{ role: "user", content: prompt ?? "" }]),
  ];
  return JSON.stringify(all, null, 2);
}

function writeAssertion(check: EvaluationCheck): object[] {
  const assertion = write(check);
  if (!assertion) return [];
  const { type, ...rest } = assertion;
  const metric = check.name ? { metric: check.name } : {};
  return [{ type: check.negate ? `not-${type}` : type, ...rest, ...metric }];
}

/** Returns undefined for a check that Promptfoo lacks. */
function write(check: EvaluationCheck): ({ type: string } & Record<string, unknown>) | undefined {
  switch (check.type) {
    case "equals":
      return { type: "equals", value: check.value };
    case "contains":
      return { type: check.ignore_case ? "icontains" : "contains", value: check.value };
    case "regex":
      return { type: "regex", value: check.pattern };
    case "json_schema":
      return { type: "is-json", ...(check.schema ? { value: check.schema } : {}) };
    case "numeric":
      return { type: "javascript", value: writeNumeric(check) };
    case "similarity":
      return { type: "similar", value: check.value, threshold: check.threshold };
    case "judge":
      return {
        type: "llm-rubric",
        value: check.rubric,
        provider: `openai:chat:${check.model}`,
        ...(check.threshold === undefined ? {} : { threshold: check.threshold }),
      };
    case "latency":
      return { type: "latency", threshold: check.max_ms };
    case "cost":
      return { type: "cost", threshold: check.max_usd };
    case "tool_call":
      return { type: "javascript", value: `JSON.stringify(output).includes(${JSON.stringify(check.tool)})` };
    case "human":
      return undefined;
    default:
      return check satisfies never;
  }
}

function writeNumeric({ value, tolerance = 0, relative }: Extract<EvaluationCheck, { type: "numeric" }>): string {
  const wanted = `Number(${JSON.stringify(value)})`;
  const most = relative ? `Math.abs(${wanted}) * ${tolerance}` : String(tolerance);
  return `Math.abs(Number(String(output).match(/-?\\d+(?:\\.\\d+)?/g)?.at(-1)) - ${wanted}) <= ${most}`;
}
