/**
 * Arguments of a call in pieces: each has a place in the arguments and its value; text may be in several pieces (Vertex
 * AI, streamFunctionCallArguments).
 */
import type { GooglePartialArg } from "#lib/contract/google-generate/wire.ts";
import { checkIndex } from "#lib/contract/wire-index.ts";

type Container = Record<string | number, unknown>;

/**
 * Puts one piece in its place; text that continues earlier text is appended.
 * @throws WireIndexError when an element would leave a gap in its array
 */
export function applyPartialArg(args: Record<string, unknown>, piece: GooglePartialArg): void {
  const steps = readPath(piece.jsonPath ?? "");
  const last = steps.pop();
  if (last === undefined) return;
  let target: Container = args;
  for (const [index, step] of steps.entries()) {
    const present = Object.hasOwn(target, step) ? target[step] : undefined;
    if (typeof present === "object" && present !== null) target = present as Container;
    else {
      const next = steps[index + 1] ?? last;
      const created = (typeof next === "number" ? [] : {}) as Container;
      put(target, step, created);
      target = created;
    }
  }
  const value = piece.stringValue ?? piece.numberValue ?? piece.boolValue ?? null;
  const present = Object.hasOwn(target, last) ? target[last] : undefined;
  put(target, last, typeof present === "string" && typeof value === "string" ? present + value : value);
}

/**
 * Defines the property instead of assigning it, so that `__proto__` is a name like any other. Elements arrive in order,
 * so an array grows by one: a large index would make an array of gaps, each serialised as `null`.
 */
function put(target: Container, key: string | number, value: unknown): void {
  if (Array.isArray(target)) checkIndex(Number(key), { field: "partialArgs[].jsonPath[]", limit: target.length + 1 });
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** `$.a.b[0]['c']` as its steps. */
function readPath(path: string): (string | number)[] {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/g);
  return [...steps].map(([, name, index, single, double]) =>
    index !== undefined ? Number(index) : (name ?? single ?? double ?? "").replace(/\\(.)/g, "$1"),
  );
}
