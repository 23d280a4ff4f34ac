/** Checks a value against a zod schema and turns the first issue into a 400 that names the field. */
import { z } from "zod";
import { checkPresent } from "./check-present.ts";
import { errors } from "./errors.ts";
import { type FieldIssue, formatAmount, ruleOf } from "./validation-rule.ts";

/** Only the first issue is needed: a list of wrong items would have one for each. */
const STOP_EARLY: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true, async: false };

/** @throws GatewayError 400 with `param` = the field's path, for example `messages[0].content` */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const present = checkPresent(schema, value, STOP_EARLY);
  if (present) return present as z.output<Schema>;
  const result = z.core.safeParse(schema, value, STOP_EARLY);
  if (result.success) return result.data;
  const { path, alternatives } = deepest(result.error.issues);
  const [{ raw }] = alternatives;
  if (raw.code === "unrecognized_keys") {
    throw errors.unknownParameter({ param: toPath([...path, raw.keys[0] ?? ""]) });
  }
  const param = toPath(path);
  const given = valueAt(value, path);
  const { rule, isCustom } = ruleOf(alternatives, { schema, path });
  if (given === undefined && path.length > 0) {
    throw isCustom ? errors.missingByRule({ param, rule }) : errors.missingParameter({ param });
  }
  const got = seen(given, alternatives);
  throw errors.invalidValue({ param, rule, ...(got === undefined ? {} : { got }) });
}

type FieldIssues = { path: PropertyKey[]; alternatives: [FieldIssue, ...FieldIssue[]] };

/** Codes of issues of a value that has the right type. */
const FITS_TYPE = new Set(["too_small", "too_big", "invalid_format", "not_multiple_of"]);

/** Returns the deepest failure of a union: the branch that the client most likely meant, or all at the same field. */
function deepest(issues: readonly z.core.$ZodIssue[], prefix: PropertyKey[] = []): FieldIssues {
  const raw = issues[0] as z.core.$ZodIssue;
  const path = [...prefix, ...raw.path];
  if (raw.code !== "invalid_union" || raw.errors.length === 0) return { path, alternatives: [{ raw }] };
  const branches = raw.errors.map((branch) => deepest(branch, path));
  const furthest = branches.reduce((best, branch) => (branch.path.length > best.path.length ? branch : best));
  if (furthest.path.length > path.length) return furthest;
  const all = branches.flatMap((branch) => branch.alternatives);
  const [first, ...others] = all.filter((issue) => FITS_TYPE.has(issue.raw.code));
  return { path, alternatives: first ? [first, ...others] : (all as FieldIssues["alternatives"]) };
}

/** Returns true when a name or a format was expected: a misspelt name is not a prompt. */
function expectsName({ code }: z.core.$ZodIssue): boolean {
  return code === "invalid_value" || code === "invalid_format" || code === "invalid_union";
}

/** Longest value that a message repeats, in characters. */
const LONGEST_VALUE = 64;

/**
 * Describes the value where it is short enough to help. Text in place of another type may be a prompt, and this message
 * is logged: its type is enough. Returns undefined where the rule says all.
 */
function seen(value: unknown, issues: FieldIssues["alternatives"]): string | undefined {
  const [{ raw: issue }] = issues;
  const isSize = issue.code === "too_small" || issue.code === "too_big";
  if (value === undefined) return undefined;
  if (issue.code === "invalid_key") return undefined;
  if (issue.code === "custom" && !(typeof value === "number" && issue.message.startsWith("must be "))) return undefined;
  if (value === null) return "null";
  if (Array.isArray(value)) {
    if (isSize && value.length === 0) return undefined;
    return isSize ? String(value.length) : `an array of ${value.length}`;
  }
  if (typeof value === "object") return "an object";
  if (typeof value === "string" && isSize) return value === "" ? undefined : String(value.length);
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE && (typeof value !== "string" || issues.some(({ raw }) => expectsName(raw)))
    ? text
    : `a ${typeof value} of ${formatAmount(String(value).length, "character")}`;
}

function valueAt(body: unknown, path: PropertyKey[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Returns a field's path as errors show it: `messages[0].content`. */
export function toPath(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    "",
  );
}
