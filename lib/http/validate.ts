/** Checks a body against a zod schema and turns the first issue into a 400 that names the field. */
import { z } from "zod";
import { GatewayError } from "./gateway-error.ts";

/** Only the first issue is needed: a list of wrong items would have one for each. */
const STOP_EARLY: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** @throws GatewayError 400 with `param` = the field's path, for example `messages[0].content` */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.core.safeParse(schema, value, STOP_EARLY);
  if (result.success) return result.data;
  const issue = named(deepest(result.error.issues));
  const param = toPath(issue.path);
  throw new GatewayError({
    status: 400,
    message: `${param ? `Invalid value for ${param}` : "Invalid body"}: ${expectation(issue)}${seen(value, issue)}.`,
    param: param || undefined,
    code:
      valueAt(value, issue.path) === undefined && issue.path.length > 0
        ? "missing_required_parameter"
        : "invalid_value",
  });
}

type Issue = { path: PropertyKey[]; message: string; raw: z.core.$ZodIssue };

/** Returns the deepest failure of a union: the branch that the client most likely meant. */
function deepest(issues: readonly z.core.$ZodIssue[], prefix: PropertyKey[] = []): Issue {
  const found = issues.map((issue): Issue => {
    const path = [...prefix, ...issue.path];
    if (issue.code !== "invalid_union" || issue.errors.length === 0)
      return { path, message: issue.message, raw: issue };
    const branches = issue.errors.map((branch) => deepest(branch, path));
    const furthest = branches.reduce((best, branch) => (branch.path.length > best.path.length ? branch : best));
    if (furthest.path.length > path.length) return furthest;
    const expected = [...new Set(branches.map((branch) => expectation(branch)))];
    return {
      path,
      message: `expected ${expected.map((text) => text.replace(/^expected /, "")).join(" or ")}`,
      raw: issue,
    };
  });
  return found[0] as Issue;
}

/** Names the unknown field, not the object that has it. */
function named(issue: Issue): Issue {
  const { raw, path } = issue;
  return raw.code === "unrecognized_keys"
    ? { raw, path: [...path, raw.keys[0] ?? ""], message: "expected no field of this name" }
    : issue;
}

function expectation({ message, raw }: Issue): string {
  if (raw.code === "invalid_union" && "discriminator" in raw && raw.errors.length === 0) {
    const options = "options" in raw && Array.isArray(raw.options) ? raw.options : [];
    return options.length > 0
      ? `expected one of ${options.map((option) => `"${String(option)}"`).join(", ")}`
      : "expected another value";
  }
  if (raw.code === "invalid_value")
    return `expected one of ${raw.values.map((option) => JSON.stringify(option)).join(", ")}`;
  const text = message.replace(/^(Invalid input|Too small|Too big): /, "").replace(/, received .*$/, "");
  return text.startsWith("expected ") ? text : `expected ${text}`;
}

/** Returns true when a name or a format was expected: a misspelt name is not a prompt. */
function expectsName(issue: z.core.$ZodIssue): boolean {
  if (issue.code === "invalid_union") return issue.errors.length === 0 || issue.errors.flat().some(expectsName);
  return issue.code === "invalid_value" || issue.code === "invalid_format";
}

/**
 * Describes the value when it is short enough to help. Text in place of another type may be a prompt, and this message
 * is logged: its type is enough.
 */
function seen(body: unknown, { path, raw }: Issue): string {
  const value = valueAt(body, path);
  if (value === undefined) return path.length > 0 ? ", but it is missing" : "";
  if (value === null) return ", got null";
  if (Array.isArray(value)) return `, got an array of ${value.length}`;
  if (typeof value === "object") return ", got an object";
  const text = JSON.stringify(value);
  return text.length <= 64 && (typeof value !== "string" || expectsName(raw))
    ? `, got ${text}`
    : `, got a ${typeof value} of ${String(value).length} characters`;
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
