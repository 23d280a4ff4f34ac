/** The compiled program as the package and the images have it: few files that mean the same. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleProgram } from "#scripts/packaging/bundle-program.ts";

const root = mkdtempSync(join(tmpdir(), "parlance-bundle-"));
const target = join(root, "bundled");
let files: string[];

const SOURCES = {
  "package.json": '{ "type": "module", "imports": { "#lib/*": "./lib/*" } }',
  "scripts/cli.js": [
    'const { greet } = await import("#lib/greet.js");',
    'const { ownName } = await import("./command.js");',
    "console.log(JSON.stringify([greet(), ownName]));",
  ].join("\n"),
  "scripts/command.js": 'export const ownName = "command"; if (import.meta.main) throw new Error("It ran by itself.");',
  "lib/greet.js": [
    'import { basename } from "pino";',
    '/** A remark with “quotes”. */ export const greet = () => ["“naïve” 😀", /^[“😀]+$/u.test("😀“"), basename()];',
  ].join("\n"),
  "lib/pool/worker.js": 'import { greet } from "#lib/greet.js"; console.log(greet()[0]);',
  "node_modules/pino/package.json": '{ "name": "pino", "type": "module", "exports": "./index.js" }',
  "node_modules/pino/index.js": 'export const basename = () => "a package";',
};

beforeAll(async () => {
  for (const [file, text] of Object.entries(SOURCES)) {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  files = await bundleProgram({ compiled: root, target, entries: ["scripts/cli.js", "lib/pool/worker.js"] });
  writeFileSync(join(target, "package.json"), SOURCES["package.json"]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (file: string) => spawnSync(process.execPath, [join(target, file)], { encoding: "utf8" });

it("leaves what is started at its place, and one copy of what they share", () => {
  const others = files.filter((file) => file !== "scripts/cli.js" && file !== "lib/pool/worker.js");
  expect(others.every((file) => file.startsWith("lib/shared/"))).toBe(true);
  expect(readdirSync(join(target, "lib"), { recursive: true })).toHaveLength(others.length + 3);
  const copies = files.filter((file) => readFileSync(join(target, file), "utf8").includes("naïve"));
  expect(copies).toHaveLength(1);
});

it("says the same, and runs no command whose file is only imported", () => {
  const { stdout, stderr } = run("scripts/cli.js");
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([["“naïve” 😀", true, "a package"], "command"]);
  expect(run("lib/pool/worker.js").stdout).toBe("“naïve” 😀\n");
});

it("has no comments, and no character that takes two bytes of memory", () => {
  const code = files.map((file) => readFileSync(join(target, file), "utf8")).join("");
  expect(code).not.toContain("A remark");
  expect([...code].every((sign) => sign <= "\xff")).toBe(true);
});

it("leaves packages that cannot be part of it where they are", () => {
  const code = files.map((file) => readFileSync(join(target, file), "utf8")).join("");
  expect(code).toMatch(/from "pino"/);
  expect(code).not.toContain("a package");
});

it("refuses a program that it cannot bundle as it is meant", async () => {
  writeFileSync(join(root, "scripts/broken.js"), 'import { absent } from "#lib/greet.js"; console.log(absent);');
  await expect(bundleProgram({ compiled: root, target, entries: ["scripts/broken.js"] })).rejects.toThrow(/absent/);
});
