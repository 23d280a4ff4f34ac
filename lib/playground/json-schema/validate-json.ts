/** Validates JSON against a schema and describes the problems. The validator is loaded on first use. */
import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { fields, string } from "../dialects/json-fields.ts";
import { parseJsonText } from "../json-text/parse-json-text.ts";

export type ValidationProblem = {
  /** Path such as `landmarks[0].built`; "" for the whole. */
  path: string;
  message: string;
};
export type Verdict = {
  /** Absent when the text is not JSON. */
  value?: unknown;
  isJson: boolean;
  problems: ValidationProblem[];
};

/** @throws Error when the schema itself cannot be used */
export async function validateJson(text: string, schema: unknown): Promise<Verdict> {
  const { root, fault } = parseJsonText(text);
  if (fault) return { isJson: false, problems: [{ path: "", message: `Is not JSON: ${fault.message}` }] };
  const { Validator } = await import("@cfworker/json-schema");
  const usable = typeof schema === "boolean" ? schema : ((fields(schema) ?? {}) as Schema);
  const { errors } = new Validator(usable, detectDraft(schema), false).validate(root.value);
  return { value: root.value, isJson: true, problems: readErrors(errors) };
}

function detectDraft(schema: unknown): "4" | "7" | "2019-09" | "2020-12" {
  const named = string(fields(schema)?.$schema);
  if (/draft-04/.test(named)) return "4";
  if (/draft-0[67]/.test(named)) return "7";
  return /2019-09/.test(named) ? "2019-09" : "2020-12";
}

/** Keywords whose errors only repeat that something inside is wrong; the inner error is reported itself. */
const ENVELOPES = new Set(["properties", "patternProperties", "items", "prefixItems", "allOf", "$ref", "$dynamicRef"]);
/** Keywords with alternatives: an inner error is not a problem by itself. */
const CHOICES = new Set(["anyOf", "oneOf"]);

function readErrors(errors: readonly OutputUnit[]): ValidationProblem[] {
  const choices = errors
    .filter(({ keyword }) => CHOICES.has(keyword))
    .map(({ keywordLocation }) => `${keywordLocation}/`);
  const telling = errors.filter(
    ({ keyword, keywordLocation }) =>
      !ENVELOPES.has(keyword) && keyword !== "false" && !choices.some((choice) => keywordLocation.startsWith(choice)),
  );
  const problems = telling.map((error) => ({ path: toPath(error.instanceLocation), message: describe(error) }));
  const known = new Set<string>();
  return problems.filter(({ path, message }) => !known.has(`${path} ${message}`) && known.add(`${path} ${message}`));
}

/** Converts a pointer to a path: `#/landmarks/0/built` → `landmarks[0].built`. */
function toPath(pointer: string): string {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : `${index > 0 ? "." : ""}${step}`)).join("");
}

function describe({ keyword, error }: OutputUnit): string {
  const [first = "", ...others] = [...error.matchAll(/"([^"]*)"/g)].map(([, name = ""]) => name);
  switch (keyword) {
    case "type":
      return `Must be ${others.map(addArticle).join(" or ")}, and is ${addArticle(first)}.`;
    case "required":
      return `“${first}” is missing.`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `“${first}” is not an allowed property.`;
    case "enum":
      return `Must be one of ${error.slice(error.indexOf("[") + 1, error.lastIndexOf("]")).replaceAll(",", ", ")}.`;
    case "anyOf":
      return "Matches none of the schemas in “anyOf”.";
    case "oneOf":
      return "Does not match exactly one of the schemas in “oneOf”.";
    default:
      return error;
  }
}

function addArticle(type: string): string {
  if (type === "null") return type;
  return `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
}
