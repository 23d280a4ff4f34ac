import { describe, expect, it } from "vitest";
import { findBreaches } from "./support/import-rules.ts";
import { parseSource, readSourceFiles } from "./support/source-files.ts";

describe("the project's source", () => {
  const files = readSourceFiles();

  it("was found", () => {
    expect(files.map((file) => file.path)).toContain("lib/canonical/call.ts");
  });

  it("keeps the import rules, has no cycles, no overlong files and one reader of the environment", () => {
    expect(findBreaches(files)).toEqual([]);
  });
});

describe("the rules", () => {
  const listBreaches = (sources: Record<string, string>) =>
    findBreaches(Object.entries(sources).map(([path, text]) => parseSource(path, text)));

  it.each([
    ["the contract stands alone", "lib/contract/a.ts", 'import { b } from "#lib/canonical/b.ts"'],
    ["canonical stands on it alone", "lib/canonical/a.ts", 'import { b } from "#lib/http/b.ts"'],
    ["a type counts as an import", "lib/http/a.ts", 'import type { B } from "../gateway/b.ts"'],
    ["a re-export counts", "lib/store/a.ts", 'export { b } from "#lib/gateway/b.ts"'],
    ["a star re-export counts", "lib/store/a.ts", 'export * from "#lib/gateway/b.ts"'],
    ["a dynamic import counts", "lib/sandbox/a.ts", 'const b = await import("#lib/upstreams/b.ts")'],
    ["an import type counts", "lib/upstreams/a.ts", 'type B = import("#lib/store/b.ts").B'],
    ["dialects do not see each other", "lib/dialects/x/a.ts", 'import "#lib/dialects/y/wire.ts"'],
    ["no lane sees the sandbox", "lib/gateway/lanes/a.ts", 'import { openSandbox } from "#lib/sandbox/upstream.ts"'],
    ["the sandbox has one public module", "lib/gateway/assembly/a.ts", 'import "#lib/sandbox/models.ts"'],
    ["the painter has one public module", "lib/sandbox/a.ts", 'import "./painter/picture.ts"'],
    ["also for the renderer", "lib/sandbox/renderer/a.ts", 'import "../painter/picture.ts"'],
    ["the renderer has one public module", "lib/sandbox/a.ts", 'import type { B } from "./renderer/film.ts"'],
    ["drawing belongs on workers", "lib/sandbox/guide/a.ts", 'import "../drawing/pixels/surface.ts"'],
    ["lib does not see scripts", "lib/sandbox/a.ts", 'import "#scripts/build.ts"'],
    ["the browser does not see the server", "components/a.tsx", 'import "#lib/gateway/b.ts"'],
    ["a page sees no other", "app/(playground)/images/_model/a.ts", 'import "#app/(playground)/videos/_model/b.ts"'],
    ["nor does a page", "app/(playground)/page.tsx", 'import "#lib/store/b.ts"'],
    ["nor does its core", "lib/playground/a.ts", 'import "#lib/canonical/part.ts"'],
    ["a route goes through the gateway", "app/api/v1/route.ts", 'import "#lib/store/b.ts"'],
    ["a room sees none above it", "lib/gateway/request/a.ts", 'import { b } from "#lib/gateway/lanes/b.ts"'],
    ["bodies know no lanes", "lib/gateway/bodies/a.ts", 'import { b } from "../lanes/b.ts"'],
    ["routing knows no bodies", "lib/gateway/routing/a.ts", 'import { b } from "../bodies/b.ts"'],
    ["lanes know no assembly", "lib/gateway/lanes/a.ts", 'import { b } from "../assembly/b.ts"'],
    [
      "endpoints do not see each other",
      "lib/gateway/endpoints/x/a.ts",
      'import { b } from "#lib/gateway/endpoints/y/b.ts"',
    ],
    ["the server sees no endpoint", "lib/server/a.ts", 'import { b } from "../gateway/endpoints/x/b.ts"'],
    ["limits import nothing", "lib/gateway/limits.ts", 'import { b } from "./request/b.ts"'],
    ["the gateway's other files have a room", "lib/gateway/a.ts", "export const a = 1"],
    ["no import climbs two folders", "lib/gateway/bodies/resumable/a.ts", 'import { b } from "../../request/b.ts"'],
    ["no React in lib", "lib/gateway/lanes/a.ts", 'import { cache } from "react"'],
    ["no Next in lib", "lib/gateway/lanes/a.ts", 'import { after } from "next/server"'],
    ["an unknown folder has no rules", "lib/utils/a.ts", "export const a = 1"],
    ["one reader of the environment", "lib/gateway/lanes/a.ts", "export const a = process.env.A"],
    ["also not by its string name", "app/layout.tsx", 'export const a = process["env"].A'],
    ["routes are short", "app/api/v1/route.ts", "\n".repeat(15).concat("export const a = 1")],
    ["files are short", "lib/http/a.ts", "\n".repeat(300).concat("export const a = 1")],
  ])("%s", (_rule, path, text) => {
    expect(listBreaches({ [path]: text })).toEqual([expect.stringContaining(path)]);
  });

  it("a folder of the pages' core has few files", () => {
    const files = Array.from({ length: 16 }, (_, number) => [`lib/playground/chat/a${number}.ts`, ""]);
    expect(listBreaches(Object.fromEntries(files))).toEqual([expect.stringContaining("lib/playground/chat")]);
  });

  it.each([
    ["a folder sees itself", "lib/http/a.ts", 'import "./b.ts"'],
    [
      "the gateway sees the middle layer",
      "lib/gateway/lanes/a.ts",
      'import "#lib/dialects/x/index.ts"; import "#lib/store/b.ts"',
    ],
    ["the assembly opens the sandbox", "lib/gateway/assembly/a.ts", 'await import("#lib/sandbox/upstream.ts")'],
    ["the sandbox sees the painter", "lib/sandbox/a.ts", 'import { paint } from "./painter/paint.ts"'],
    ["the renderer draws", "lib/sandbox/renderer/acts/a.ts", 'import "#lib/sandbox/drawing/pixels/surface.ts"'],
    ["a benchmark sees the painter's insides", "bench/a.ts", 'import "#lib/sandbox/painter/picture.ts"'],
    ["an endpoint sees the lanes", "lib/gateway/endpoints/x/a.ts", 'import { b } from "#lib/gateway/lanes/b.ts"'],
    ["the assembly sees endpoints", "lib/gateway/assembly/a.ts", 'import { b } from "../endpoints/x/b.ts"'],
    ["data outside lib", "lib/gateway/assembly/a.ts", 'import json from "../../../package.json"'],
    ["a dialect sees the interface of dialects", "lib/dialects/x/a.ts", 'import type { B } from "../dialect.ts"'],
    ["the browser sees the contract", "lib/playground/a.ts", 'import type { B } from "#lib/contract/x/wire.ts"'],
    ["React in the playground's hooks", "lib/playground/use-a.ts", 'import { useState } from "react"'],
    [
      "text in strings and comments is no import",
      "lib/canonical/a.ts",
      '// import "#lib/store/b.ts"\nconst a = `import "react"`;',
    ],
    ["a property of another name is no environment", "lib/http/a.ts", "export const a = process.envelope"],
    ["the one reader of the environment", "lib/config/environment.ts", "export const a = process.env.A"],
    ["scripts read the environment", "scripts/a.ts", 'import "#lib/store/b.ts"; process.env.A = "1"'],
    ["a long test", "tests/a.test.ts", "\n".repeat(300).concat("export const a = 1")],
  ])("allow: %s", (_rule, path, text) => {
    expect(listBreaches({ [path]: text })).toEqual([]);
  });

  it("find a short file with one importer; tests do not count as importers", () => {
    const sources = {
      "lib/http/one.ts": "export const one = 1",
      "lib/http/two.ts": "export const two = 2",
      "lib/http/a.ts": 'import "./one.ts"; import "./two.ts"',
      "lib/http/b.ts": 'import "./two.ts"',
      "tests/http/one.test.ts": 'import "#lib/http/one.ts"',
    };
    expect(listBreaches(sources)).toEqual(["lib/http/one.ts has 1 lines and one importer, lib/http/a.ts: merge them"]);
  });

  it("find a cycle of files, once", () => {
    // Long enough that no rule asks to merge them.
    const lines = "\n".repeat(20);
    const sources = {
      "lib/store/a.ts": `${lines}import "./b.ts"`,
      "lib/store/b.ts": `${lines}import type { C } from "./c.ts"`,
      "lib/store/c.ts": `${lines}import "./a.ts"`,
      "lib/store/d.ts": 'import "./a.ts"',
    };
    expect(listBreaches(sources)).toEqual([
      "import cycle: lib/store/a.ts → lib/store/b.ts → lib/store/c.ts → lib/store/a.ts",
    ]);
  });
});
