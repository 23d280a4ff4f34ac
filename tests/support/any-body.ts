/** Bodies for fuzz tests (fast-check): arbitrary JSON, and almost valid bodies of a route. */
import fc from "fast-check";
import { type Body, type JsonRoute, withModel } from "./json-routes.ts";

/** Values that may break a reader in any place. */
const TRAPS: unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    0.5,
    1e308,
    -1e308,
    2 ** 53,
    9_999_999_999,
    "",
    " ",
    "null",
    "0",
    "\u0000",
    "\uD800",
    "\uFEFF",
  ],
  ...["\r\n", "__proto__", "constructor", "data:", "data:;base64,", "https://", "file-000000000000000000000000"],
  ...["é".repeat(300), "x".repeat(20_000), [], {}, [[]], [null], [{}], {}, { type: null }, { "": "" }],
  ...[JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":null,"length":-1}')],
];
const json = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...TRAPS));

/** Valid JSON with one to three values replaced by any JSON, dropped, duplicated or moved. */
export function mutatedJson(bodies: readonly Body[]): fc.Arbitrary<unknown> {
  return mutated(bodies, json);
}

/** Models of the sandbox, and one of an unknown upstream. */
const SANDBOX_MODELS = ["sandbox/guide", "sandbox/echo", "sandbox/garbage", "default", "sandbox/cut-", "nobody/x"];

export type AnyCall = { model: string; body: unknown };

/**
 * Any JSON; any JSON in the route's fields, and its own words in places where they do not belong; and right bodies with
 * one to three things in them replaced, left out, doubled or put elsewhere.
 */
export function anyCallOf(route: JsonRoute, models: readonly string[] = SANDBOX_MODELS): fc.Arbitrary<AnyCall> {
  const bodies = [route.base, ...route.full];
  const top = [...new Set([...bodies.flatMap((body) => Object.keys(body)), ...route.otherFields])];
  const names = [...new Set([...top, ...bodies.flatMap(pathsOf).map((path) => String(path.at(-1)))])];
  const words = [...new Set(bodies.flatMap(valuesOf).filter((value) => typeof value === "string"))];
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.oneof(json, fc.constantFrom(...words)),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie("tree"), { maxKeys: 4 }),
    ),
  }));
  const body = fc.oneof(
    json,
    fc.dictionary(fc.constantFrom(...top), tree, { maxKeys: 4 }),
    fc
      .tuple(fc.constantFrom(...bodies), fc.dictionary(fc.constantFrom(...top), tree, { maxKeys: 3 }))
      .map(([right, fields]) => ({ ...right, ...fields })),
    mutated(bodies, tree),
    mutated(bodies, tree),
  );
  return fc.tuple(fc.constantFrom(...models), body).map(([model, one]) => ({
    model,
    body: withModel(route, model, one),
  }));
}

type Path = (string | number)[];

function mutated(bodies: readonly Body[], value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.constantFrom(...bodies).chain((right) => {
    const paths = fc.constantFrom(...pathsOf(right));
    const change = fc.oneof(
      fc.tuple(paths, value).map(
        ([path, put]) =>
          (body: Body) =>
            replaceAt(body, path, structuredClone(put)),
      ),
      paths.map((path) => (body: Body) => replaceAt(body, path, undefined)),
      fc.tuple(paths, paths).map(
        ([from, to]) =>
          (body: Body) =>
            replaceAt(body, to, structuredClone(valueAt(right, from))),
      ),
      paths.map((path) => (body: Body) => doubleAt(body, path)),
    );
    return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
      const body = structuredClone(right);
      for (const apply of changes) apply(body);
      return body;
    });
  });
}

function pathsOf(value: unknown): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [[key], ...pathsOf(valueAt(value, [key])).map((path) => [key, ...path])]);
}

function valuesOf(value: unknown): unknown[] {
  return pathsOf(value).map((path) => valueAt(value, path));
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

/** An earlier change may have taken the place away. */
function replaceAt(body: unknown, path: Path, value: unknown): void {
  const parent = valueAt(body, path.slice(0, -1));
  if (typeof parent === "object" && parent !== null) (parent as Record<string, unknown>)[String(path.at(-1))] = value;
}

/** The list at the path, or that the path leads through, with its first element twice. */
function doubleAt(body: unknown, path: Path): void {
  for (let length = path.length; length > 0; length--) {
    const value = valueAt(body, path.slice(0, length));
    if (Array.isArray(value)) {
      value.push(...structuredClone(value.slice(0, 1)));
      return;
    }
  }
}
