/**
 * Renders the templates of a Helm chart as far as this project's chart uses the language: values, conditions, ranges
 * and a few functions. It throws at everything else, so that nothing is checked that was not rendered.
 */
import { createHash } from "node:crypto";

type Scope = { root: Record<string, unknown>; variables: Map<string, unknown> };

const TAG = /\{\{-?\s*(.*?)\s*-?\}\}/;

/** @param root `Values`, `Chart` and `Release` */
export function renderTemplate(template: string, root: Record<string, unknown>): string {
  // `{{-` takes away the white space before it, `-}}` that after it.
  const text = template.replaceAll(/\s*\{\{-/g, "{{").replaceAll(/-\}\}\s*/g, "}}");
  const pieces = text.split(/(\{\{.*?\}\})/);
  const [rendered, rest] = renderPieces(pieces, { root, variables: new Map() });
  if (rest.length > 0) throw new Error(`Unexpected ${rest[0]}`);
  return rendered;
}

/** @returns the text up to an `end` or `else` of an outer block, and the pieces from there */
function renderPieces(pieces: string[], scope: Scope): [string, string[]] {
  let output = "";
  let rest = pieces;
  while (rest.length > 0) {
    const [piece = "", ...after] = rest;
    const action = TAG.exec(piece)?.[1];
    if (action === undefined) {
      output += piece;
      rest = after;
    } else if (action === "end" || action === "else") return [output, rest];
    else if (action.startsWith("if ") || action.startsWith("range ")) {
      const [block, remaining] = renderBlock(action, after, scope);
      output += block;
      rest = remaining;
    } else {
      output += toText(evaluate(action, scope));
      rest = after;
    }
  }
  return [output, []];
}

function renderBlock(action: string, pieces: string[], scope: Scope): [string, string[]] {
  const range = /^range \$(\w+), \$(\w+) := (.+)$/.exec(action);
  const [body, atBody] = renderPieces(pieces, range ? withVariables(scope, range, ["", ""]) : scope);
  const hasElse = TAG.exec(atBody[0] ?? "")?.[1] === "else";
  const [other, atEnd] = hasElse ? renderPieces(atBody.slice(1), scope) : ["", atBody];
  if (TAG.exec(atEnd[0] ?? "")?.[1] !== "end") throw new Error(`${action} has no end.`);
  const rest = atEnd.slice(1);
  if (!range) return [isTrue(evaluate(action.slice("if ".length), scope)) ? body : other, rest];
  const entries = Object.entries((evaluate(range[3] ?? "", scope) ?? {}) as Record<string, unknown>);
  return [entries.map((entry) => renderPieces(pieces, withVariables(scope, range, entry))[0]).join(""), rest];
}

function withVariables(
  { root, variables }: Scope,
  [, key = "", value = ""]: RegExpExecArray,
  entry: [string, unknown],
): Scope {
  return { root, variables: new Map([...variables, [key, entry[0]], [value, entry[1]]]) };
}

/** A pipeline: each function takes what comes before it as its last argument. */
function evaluate(pipeline: string, scope: Scope): unknown {
  const [first = "", ...functions] = pipeline.split(/\s+\|\s+/);
  return functions.reduce(
    (value, call) => {
      const [name = "", ...args] = call.split(/\s+/);
      return apply(name, [...args.map((arg) => evaluateTerm(arg, scope)), value]);
    },
    evaluateCall(first, scope),
  );
}

function evaluateCall(text: string, scope: Scope): unknown {
  const words = text.match(/\([^()]*\)|"[^"]*"|\S+/g) ?? [];
  const [name = "", ...args] = words;
  return args.length === 0
    ? evaluateTerm(name, scope)
    : apply(
        name,
        args.map((arg) => evaluateTerm(arg, scope)),
      );
}

function evaluateTerm(term: string, scope: Scope): unknown {
  if (term.startsWith("(")) return evaluateCall(term.slice(1, -1), scope);
  if (term.startsWith('"')) return JSON.parse(term);
  if (term.startsWith("$") && scope.variables.has(term.slice(1))) return scope.variables.get(term.slice(1));
  if (!/^\.\w[\w.]*$/.test(term)) throw new Error(`The test does not know ${term}.`);
  return term
    .slice(1)
    .split(".")
    .reduce<unknown>((value, field) => {
      if (typeof value !== "object" || value === null || !(field in value)) throw new Error(`${term} does not exist.`);
      return (value as Record<string, unknown>)[field];
    }, scope.root);
}

function apply(name: string, args: unknown[]): unknown {
  const [first, second] = args;
  if (name === "quote") return JSON.stringify(String(first));
  if (name === "toJson") return JSON.stringify(first);
  if (name === "sha256sum") return createHash("sha256").update(String(first)).digest("hex");
  if (name === "default") return isTrue(second) ? second : first;
  if (name === "not") return !isTrue(first);
  if (name === "eq") return first === second;
  if (name === "and") return args.find((value) => !isTrue(value)) ?? args.at(-1);
  throw new Error(`The test does not know ${name}.`);
}

function isTrue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function toText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
