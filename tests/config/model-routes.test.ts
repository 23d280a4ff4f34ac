import { describe, expect, it } from "vitest";
import { checkConfig } from "#lib/config/config-file.ts";
import { readRoutes } from "#lib/config/model-routes.ts";

const read = (routes: unknown, aliases: Record<string, string> = {}) =>
  readRoutes(checkConfig(JSON.stringify({ routes }), "parlance.config.json", {}).routes, { aliases });

describe("routes of the config file", () => {
  it("have defaults", () => {
    const { fast } = read({ fast: { targets: [{ model: "a/x", weight: 3 }, { model: "b/y" }] } });
    expect(fast).toMatchObject({
      name: "fast",
      targets: [
        { model: "a/x", weight: 3 },
        { model: "b/y", weight: 1 },
      ],
      fallback: [],
      isSticky: false,
      isStrict: false,
    });
    expect([...(fast?.on ?? [])]).toEqual([
      ...[408, 409, 429, 500, 502, 503, 504, 529],
      ...["timeout", "stall", "connection", "error-event"],
    ]);
  });

  it.each([
    ["no target", { fast: { targets: [] } }, "targets"],
    ["weights of 0 alone", { fast: { targets: [{ model: "a/x", weight: 0 }] } }, "a weight above 0"],
    ["a negative weight", { fast: { targets: [{ model: "a/x", weight: -1 }] } }, "weight"],
    ["itself as a target", { fast: { targets: [{ model: "fast" }] } }, "models, not routes"],
    ["itself as a fallback", { fast: { targets: [{ model: "a/x" }], fallback: ["fast"] } }, "models, not routes"],
    ["another route", { fast: { targets: [{ model: "slow" }] }, slow: { targets: [{ model: "a/x" }] } }, "not routes"],
    ["a model twice", { fast: { targets: [{ model: "a/x" }], fallback: ["a/x"] } }, "each model once"],
    ["the name of an alias", { quick: { targets: [{ model: "a/x" }] } }, "an alias has this name"],
    ["the name of the default", { default: { targets: [{ model: "a/x" }] } }, "defaultModel"],
    ["a slash in its name", { "a/b": { targets: [{ model: "a/x" }] } }, "without a slash"],
    ["an unknown failure", { fast: { targets: [{ model: "a/x" }], on: ["boom"] } }, "on"],
    ["an unknown field", { fast: { targets: [{ model: "a/x" }], retries: 3 } }, "retries"],
  ])("are refused with %s", (_problem, routes, expected) => {
    expect(() => read(routes, { quick: "a/x" })).toThrow(expected);
  });

  it.each([
    [
      "two of one name",
      '{"routes": {\n"fast": {"targets": [{"model": "a/x"}]},\n"fast": {"targets": []}}}',
      /routes\.fast.*line 2.*line 3/,
    ],
    [
      "a field twice",
      '{"routes": {"fast": {"targets": [{"model": "a/x", "weight": 1, "weight": 2}]}}}',
      /targets\.0\.weight/,
    ],
  ])("are refused with %s, of which JSON would take the last", (_problem, text, expected) => {
    for (const path of ["c.json", "c.jsonc"]) expect(() => checkConfig(text, path, {})).toThrow(expected);
  });

  it("may have the same names of fields, each in its own route", () => {
    const text =
      '{"routes": {"a": {"targets": [{"model": "a/x"}, {"model": "b/x"}]}, "b": {"targets": [{"model": "a/x"}]}}}';
    expect(Object.keys(checkConfig(text, "c.json", {}).routes ?? {})).toEqual(["a", "b"]);
  });

  it("are refused as the target of an alias that a route names", () => {
    expect(() => read({ fast: { targets: [{ model: "other" }] } }, { other: "fast" })).toThrow("models, not routes");
  });
});
