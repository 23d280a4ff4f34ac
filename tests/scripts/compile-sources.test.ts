/** Sources as the package has them: compiled by Node's own rules, with the names of compiled files in their imports. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileSources, renameImports } from "#scripts/packaging/compile-sources.ts";

const root = mkdtempSync(join(tmpdir(), "parlance-compile-"));
beforeAll(() => {
  mkdirSync(join(root, "lib/a"), { recursive: true });
  writeFileSync(
    join(root, "lib/b.ts"),
    "export type B = { n: number };\nexport const two = (b: B): number => b.n * 2;\n",
  );
  writeFileSync(
    join(root, "lib/a/a.ts"),
    'import { type B, two } from "../b.ts";\nconst b: B = { n: 21 };\nexport const answer = two(b);\nexport const late = async () => (await import("../b.ts")).two({ n: 1 });\n',
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it("compiles files that Node runs below node_modules, with lines where they were", async () => {
  const target = join(root, "node_modules/it");
  expect(compileSources({ root, target, folders: ["lib"] }).toSorted()).toEqual(["lib/a/a.js", "lib/b.js"]);
  const { answer, late } = await import(/* @vite-ignore */ pathToFileURL(join(target, "lib/a/a.js")).href);
  expect([answer, await late()]).toEqual([42, 2]);
  expect(readFileSync(join(target, "lib/a/a.js"), "utf8").split("\n")[2]).toBe("export const answer = two(b);");
});

it.each([
  ['import "./b.ts";', 'import "./b.js";'],
  ["new URL('./b.ts', import.meta.url)", "new URL('./b.js', import.meta.url)"],
  ['import("#lib/b.ts")', 'import("#lib/b.js")'],
  ['const text = "./absent.ts";', 'const text = "./absent.ts";'],
  ['const text = "b.ts";', 'const text = "b.ts";'],
  ['import "other/b.ts";', 'import "other/b.ts";'],
])("renames %s to %s", (code, expected) => {
  expect(renameImports(code, { root, file: "lib/c.ts" })).toBe(expected);
});
