/** Copies of packages that hold the loaded files only. */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Fields of a manifest that say how a package is installed or built, which copies never are. */
const DROPPED_FIELDS =
  /^(?:(?:dev|peer|optional|bundle)?d?[dD]ependencies.*|peerDependenciesMeta|bundledDependencies|bundleDependencies|scripts|workspaces|files|publishConfig|devEngines|packageManager)$/;
const LICENCE_FILE = ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "license", "license.md", "License", "NOTICE"];

/** Packages with builds for single platforms: npm installs the one for the platform, so they stay dependencies. */
const NATIVE = /^(?:sharp$|@img\/|@napi-rs\/|node-(?:bin-)?(?:linux|darwin|win)|@next\/swc)/;

/** Files of native packages that nothing loads. */
const NOT_LOADED = /\.(?:md|d\.ts|d\.cts|map|h|hpp|cc|gyp)$|\/(?:include|src|share)(?:\/|$)/;
/** Native packages and what they load, at the top of `node_modules`. */
const NATIVE_FOLDERS = ["sharp", "@img/*", "detect-libc", "semver"];
/** Painting and video encoding of the sandbox: 100 MB, which the image without pages leaves out. */
const SANDBOX_FOLDERS = ["@napi-rs/*"];

export function isNative(name: string): boolean {
  return NATIVE.test(name);
}

/** @param file such as "node_modules/a/node_modules/@b/c/index.js" @returns "node_modules/a/node_modules/@b/c" */
function findPackageFolder(file: string): string {
  const parts = file.split("/");
  const at = parts.lastIndexOf("node_modules");
  return parts.slice(0, at + (parts[at + 1]?.startsWith("@") ? 3 : 2)).join("/");
}

/** @returns name of the package in a folder such as "node_modules/a/node_modules/@b/c": "@b/c" */
function readPackageName(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/**
 * Copies files of packages to the same places below `target`, each package with its manifest and licence. Native ones
 * are left out.
 * @param files relative to `root`
 * @returns versions of the packages at the top, by name
 */
export function copyPackages({
  root,
  target,
  files,
}: {
  root: string;
  target: string;
  files: Iterable<string>;
}): Map<string, string> {
  const folders = new Set<string>();
  for (const file of files) {
    const folder = findPackageFolder(file);
    if (isNative(readPackageName(folder))) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file), { dereference: true });
    folders.add(folder);
  }
  for (const folder of folders) copyManifest({ root, target, folder, folders });
  const top = [...folders].filter((folder) => folder.lastIndexOf("node_modules") === 0);
  return new Map(top.map((folder) => [readPackageName(folder), readManifest(join(root, folder)).version]));
}

type Manifest = { version: string; [field: string]: unknown };

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Without dependencies, which npm would fetch again. Packages inside a package stay named, or npm would drop them. */
function copyManifest({
  root,
  target,
  folder,
  folders,
}: {
  root: string;
  target: string;
  folder: string;
  folders: Set<string>;
}): void {
  const manifest = readManifest(join(root, folder));
  const kept = Object.entries(manifest).filter(([field]) => !DROPPED_FIELDS.test(field));
  const inner = [...folders].filter((other) => dirname(other).replace(/\/@[^/]+$/, "") === `${folder}/node_modules`);
  const dependencies = Object.fromEntries(
    inner.map((other) => [readPackageName(other), readManifest(join(root, other)).version]),
  );
  const copied = { ...Object.fromEntries(kept), ...(inner.length > 0 ? { dependencies } : {}) };
  writeFileSync(join(target, folder, "package.json"), `${JSON.stringify(copied, null, 2)}\n`);
  for (const name of LICENCE_FILE) {
    if (existsSync(join(root, folder, name))) cpSync(join(root, folder, name), join(target, folder, name));
  }
}

/** Copies the native packages that npm has installed for this platform. @param sandbox whether the sandbox makes images and videos */
export function copyNativePackages({
  root,
  target,
  sandbox,
}: {
  root: string;
  target: string;
  sandbox: boolean;
}): void {
  const patterns = [...NATIVE_FOLDERS, ...(sandbox ? SANDBOX_FOLDERS : [])].map((name) => `node_modules/${name}`);
  for (const folder of globSync(patterns, { cwd: root })) {
    cpSync(join(root, folder), join(target, folder), {
      recursive: true,
      dereference: true,
      filter: (file) => !NOT_LOADED.test(file.slice(join(root, folder).length)),
    });
  }
}
