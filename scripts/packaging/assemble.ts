/** Folders that are shipped: the package for npm, and the trees of the container images. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { archivePages } from "./archive-pages.ts";
import { bundleProgram } from "./bundle-program.ts";
import { compileSources } from "./compile-sources.ts";
import { copyNativePackages, copyPackages } from "./copy-packages.ts";
import { copyPages } from "./copy-pages.ts";
import { tracePackages } from "./trace-packages.ts";
import { writeManifest } from "./write-manifest.ts";

/** Folders with sources of the server. */
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
  /** Folder of the bundle. */
  bundled: string;
  /** Files of the bundle, relative to `bundled`. */
  own: string[];
  /** Files of packages that are loaded, without the pages' framework, relative to `root`. */
  packages: string[];
};

/** Compiles the server into `dist/compiled`, bundles it into `dist/bundled`, and finds what it loads besides. */
export async function compileProgram(root: string): Promise<Program> {
  const compiled = join(root, "dist/compiled");
  const bundled = join(root, "dist/bundled");
  for (const folder of [compiled, bundled]) rmSync(folder, { recursive: true, force: true });
  const files = compileSources({ root, target: compiled, folders: SOURCE_FOLDERS });
  // Its version, and the aliases of folders in it, are part of the program.
  cpSync(join(root, "package.json"), join(compiled, "package.json"));
  const own = await bundleProgram({ compiled, target: bundled, entries: [CLI, ...files.filter(isWorker)] });
  const { resolve: find } = createRequire(join(root, "package.json"));
  const packages = await tracePackages({
    root,
    program: bundled,
    entries: [...own.map((file) => join(bundled, file)), ...LOADED_BY_NAME.map((name) => find(name))],
  });
  return { root, compiled, bundled, own, packages };
}

/**
 * Writes the package into a folder that is emptied before.
 * @param pages as files, or as an archive; `.next` must hold them
 * @param native true for a tree that runs as it is on this platform; without them npm installs the native packages
 */
export async function writeTree(
  program: Program,
  options: { target: string; pages: "files" | "archive" | "none"; native: boolean },
): Promise<void> {
  const { root, compiled, bundled, own, packages } = program;
  const { target, pages, native } = options;
  rmSync(target, { recursive: true, force: true });
  for (const file of own) cpSync(join(bundled, file), join(target, file));
  writeLauncher({ compiled, target });
  copyAll([...DATA, ...DOCUMENTS], { root, target });
  writeFileSync(join(target, "THIRD-PARTY-LICENCES"), readLicences(root));
  if (pages === "archive") await archivePages({ root, target });
  const ofPages = pages === "files" ? copyPages({ root, target }) : [];
  const loaded = new Set([...packages, ...globSync(PACKAGE_DATA, { cwd: root }), ...ofPages]);
  const copied = copyPackages({ root, target, files: loaded });
  if (native) copyNativePackages({ root, target, sandbox: pages !== "none" });
  writeFileSync(join(target, "package.json"), `${JSON.stringify(writeManifest(packageJson, copied), null, 2)}\n`);
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
