/** Assertions of Promptfoo as checks (promptfoo.dev/docs/configuration/expected-outputs). */
import type { EvaluationCheck } from "#lib/contract/evaluation-definition.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { getNumber, getString, type Ignored, toText } from "./imported.ts";

type Options = { ignored: Ignored; judge: string | undefined; embeddings: string | undefined };

/** Promptfoo's own threshold of `similar`. */
const USUAL_SIMILARITY = 0.75;

/** Returns the checks of one assertion; none for one without a counterpart. */
export function readAssertion(assertion: unknown, options: Options): EvaluationCheck[] {
  if (!isRecord(assertion) || typeof assertion.type !== "string") return [];
  const isNegated = assertion.type.startsWith("not-");
  const type = isNegated ? assertion.type.slice("not-".length) : assertion.type;
  if (type === "assert-set") {
    const inner = Array.isArray(assertion.assert) ? assertion.assert : [];
    return inner.flatMap((one) => readAssertion(one, options));
  }
  const drafts = readType(type, assertion, options);
  if (drafts.length === 0) options.ignored.add(`assertion "${assertion.type}"`);
  for (const name of ["transform", "weight", "config"]) {
    if (assertion[name] !== undefined && drafts.length > 0) options.ignored.add(`\`${name}\` of assertions`);
  }
  const name = getString(assertion.metric);
  return drafts.map((draft) => ({ ...draft, ...(name ? { name } : {}), ...(isNegated ? { negate: true } : {}) }));
}

function readType(
  type: string,
  { value, threshold, provider }: Record<string, unknown>,
  options: Options,
): EvaluationCheck[] {
  const text = toText(value);
  if (typeof value === "string" && value.startsWith("file://")) return [];
  const texts = Array.isArray(value) ? value.map(toText) : text.split(",").map((part) => part.trim());
  const limit = getNumber(threshold);
  switch (type) {
    case "equals":
      return [{ type: "equals", value: text }];
    case "contains":
    case "icontains":
      return text === ""
        ? []
        : [{ type: "contains", value: text, ...(type === "icontains" ? { ignore_case: true } : {}) }];
    case "contains-all":
    case "icontains-all":
      return texts.filter(Boolean).map((part) => ({
        type: "contains",
        value: part,
        ...(type === "icontains-all" ? { ignore_case: true } : {}),
      }));
    case "contains-any":
    case "icontains-any":
      return [
        {
          type: "regex",
          pattern: texts.filter(Boolean).map(escapePattern).join("|"),
          ...(type === "icontains-any" ? { flags: "i" } : {}),
        },
      ];
    case "starts-with":
      return [{ type: "regex", pattern: `^${escapePattern(text)}` }];
    case "regex":
      return text === "" ? [] : [{ type: "regex", pattern: text.slice(0, 2_000) }];
    case "is-json":
    case "contains-json":
      if (type === "contains-json") options.ignored.add("`contains-json` is read as `is-json`");
      return [{ type: "json_schema", ...(isRecord(value) ? { schema: value } : {}) }];
    case "similar":
      if (!options.embeddings || text === "") return [];
      return [{ type: "similarity", value: text, model: options.embeddings, threshold: limit ?? USUAL_SIMILARITY }];
    case "llm-rubric":
    case "g-eval":
    case "factuality":
    case "answer-relevance":
    case "model-graded-closedqa": {
      const judge = readModelName(provider) ?? options.judge;
      const rubric = type === "factuality" ? `The output agrees with this reference: ${text}` : text;
      if (!judge || rubric === "") return [];
      return [{ type: "judge", model: judge, rubric, ...(limit === undefined ? {} : { threshold: limit }) }];
    }
    case "latency":
      return limit === undefined ? [] : [{ type: "latency", max_ms: Math.max(1, limit) }];
    case "cost":
      return limit === undefined ? [] : [{ type: "cost", max_usd: limit }];
    case "human":
      return [{ type: "human" }];
    default:
      return [];
  }
}

/** Marks a cell of a CSV file: `contains: x`, `similar(0.8): x`; other text is `equals`. */
export function readExpected(cell: string): Record<string, unknown> | undefined {
  if (cell.trim() === "") return undefined;
  const found = /^((?:not-)?[a-z][a-z-]*)(?:\((\d*\.?\d+)\))?:\s*([\s\S]*)$/.exec(cell.trim());
  if (cell.trim() === "is-json") return { type: "is-json" };
  if (!found) return { type: "equals", value: cell };
  const [, type = "", threshold, value = ""] = found;
  const kind = type === "grade" ? "llm-rubric" : type === "fn" || type === "eval" ? "javascript" : type;
  return { type: kind, value, ...(threshold === undefined ? {} : { threshold: Number(threshold) }) };
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Returns the model of a provider of Promptfoo, such as `gpt-5` of `openai:chat:gpt-5`. */
export function readModelName(provider: unknown): string | undefined {
  const id = isRecord(provider) ? getString(provider.id) : getString(provider);
  if (id === undefined || /^(?:file|https?|exec|python):/.test(id)) return undefined;
  const parts = id.split(":");
  if (parts.length === 1) return id;
  const rest = KINDS.has(parts[1] ?? "") ? parts.slice(2) : parts.slice(1);
  return rest.join(":") || undefined;
}

/** Second part of an id that is a route and not a model. */
const KINDS = new Set(["chat", "responses", "messages", "completion", "embedding", "embeddings"]);
