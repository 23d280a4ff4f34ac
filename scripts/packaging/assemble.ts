/** Folders that are shipped: the package for npm, and the trees of the container images. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { compileSources } from "./compile-sources.ts";
import { copyNativePackages, copyPackages, findPackageFolder, isNative, readPackageName } from "./copy-packages.ts";
import { copyPages } from "./copy-pages.ts";
import { traceFiles } from "./trace-files.ts";
import { writeManifest } from "./write-manifest.ts";

/** Folders with sources of the server; files that no entry reaches are not shipped. */
const SOURCE_FOLDERS = ["lib", "scripts"];
const CLI = "scripts/cli.js";
const LAUNCHER = "scripts/packaging/launcher.js";

/** Read by names that are put together at run time, so that no import leads to them. */
const DATA = ["docs/guide/*.md"];
const PACKAGE_DATA = [
  "node_modules/@fontsource-variable/geist/files/geist-{latin,latin-ext,cyrillic}-wght-normal.woff2",
];

/** Loaded by `createRequire`, which tracing does not see. */
const LOADED_BY_NAME = ["gpt-tokenizer/encoding/o200k_base", "h264-mp4-encoder"];

const DOCUMENTS = ["README.md", "LICENSE", "SECURITY.md", "CHANGELOG.md"];

export type Program = {
  /** Folder above all sources, with `node_modules`. */
  root: string;
  /** Folder of the compiled files. */
  compiled: string;
  /** Compiled files that are loaded, relative to `compiled`. */
  own: string[];
  /** Files of packages that are loaded, without the pages' framework, relative to `root`. */
  packages: string[];
};

/** Compiles the server into `dist/compiled` and finds what it loads. */
export async function compileProgram(root: string): Promise<Program> {
  const compiled = join(root, "dist/compiled");
  rmSync(compiled, { recursive: true, force: true });
  const { resolve: find } = createRequire(join(root, "package.json"));
  const files = compileSources({ root, target: compiled, folders: SOURCE_FOLDERS });
  cpSync(join(root, "package.json"), join(compiled, "package.json"));
  const { own, packages } = await traceFiles({
    root,
    program: compiled,
    entries: [CLI, LAUNCHER, ...files.filter(isWorker)]
      .map((file) => join(compiled, file))
      .concat(LOADED_BY_NAME.map((name) => find(name))),
  });
  return { root, compiled, own: own.filter((file) => file.endsWith(".js")), packages };
}

/**
 * Writes the package into a folder that is emptied before.
 * @param pages whether the built pages are part of it; `.next` must hold them
 * @param native true for a tree that runs as it is on this platform; without them npm installs the native packages
 */
export function writeTree(program: Program, options: { target: string; pages: boolean; native: boolean }): void {
  const { root, compiled, own, packages } = program;
  const { target, pages, native } = options;
  rmSync(target, { recursive: true, force: true });
  for (const file of own) if (file !== LAUNCHER) cpSync(join(compiled, file), join(target, file));
  writeLauncher({ compiled, target });
  copyAll([...DATA, ...DOCUMENTS, ...(pages ? ["public/**/*"] : [])], { root, target });
  writeFileSync(join(target, "THIRD-PARTY-LICENCES"), readLicences(root));
  const loaded = new Set([...packages, ...globSync(PACKAGE_DATA, { cwd: root })]);
  if (pages) for (const file of copyPages({ root, target })) loaded.add(file);
  const isForPlatform = (file: string) => isNative(readPackageName(findPackageFolder(file)));
  const bundled = copyPackages({ root, target, files: [...loaded].filter((file) => !isForPlatform(file)) });
  if (native) copyNativePackages({ root, target, sandbox: pages });
  writeFileSync(join(target, "package.json"), `${JSON.stringify(writeManifest(packageJson, bundled), null, 2)}\n`);
}

/** Workers of the pages run in the browser. */
function isWorker(file: string): boolean {
  return file.endsWith("/worker.js") && !file.startsWith("lib/playground/");
}

function writeLauncher({ compiled, target }: { compiled: string; target: string }): void {
  const file = join(target, "bin/parlance.js");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(join(compiled, LAUNCHER), "utf8")}`);
  chmodSync(file, 0o755);
}

function copyAll(patterns: string[], { root, target }: { root: string; target: string }): void {
  for (const entry of globSync(patterns, { cwd: root, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    cpSync(file, join(target, file.slice(join(root, "/").length)));
  }
}

function readLicences(root: string): string {
  const { stdout, status, stderr } = spawnSync(process.execPath, [join(root, "scripts/licences.ts"), "--texts"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The licences cannot be listed: ${stderr}`);
  return stdout;
}
