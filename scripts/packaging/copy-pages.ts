/** The built pages without what only the build, or the gateway's own listener in Next, needs. */
import { cpSync, globSync, lstatSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { listNextFiles } from "./list-next-files.ts";

/** Files beside the folders of `.next`; the rest of them are of the build. */
const MANIFESTS = [
  "BUILD_ID",
  "package.json",
  "pages-finished",
  "app-path-routes-manifest.json",
  "build-manifest.json",
  "fallback-build-manifest.json",
  "images-manifest.json",
  "prerender-manifest.json",
  "routes-manifest.json",
  "required-server-files.json",
];

/** The API's handlers in Next: `parlance start` answers these paths itself. */
const API = "app/api/";
/** Listing of the page that can create the gateway's services, whose packages it needs under `next start` alone. */
const SHARED_PAGE = "pages/shared/[id].js.nft.json";

/**
 * Copies `.next` and `public` from `root` to `target`.
 * @returns files of packages that the pages load, relative to `root`
 */
export function copyPages({ root, target }: { root: string; target: string }): string[] {
  const build = join(root, ".next");
  const server = join(build, "server");
  const listings = globSync("server/**/*.nft.json", { cwd: build }).filter((file) => !file.startsWith(`server/${API}`));
  const packages = join(root, "node_modules/");
  const isOfService = (listing: string, file: string) => listing.endsWith(SHARED_PAGE) && file.startsWith(packages);
  const loaded = new Set(
    listings.flatMap((listing) => readListing(join(build, listing)).filter((file) => !isOfService(listing, file))),
  );
  const names = readPackageNames(build);
  for (const file of MANIFESTS) copy(join(build, file), join(target, ".next", file));
  cpSync(join(build, "static"), join(target, ".next/static"), { recursive: true, filter: (file) => !isMap(file) });
  for (const file of listServerFiles(server)) {
    const isChunk = file.startsWith("chunks/");
    if (isChunk && !loaded.has(join(server, file))) continue;
    copyServerFile(join(server, file), join(target, ".next/server", file), names);
  }
  cpSync(join(root, "public"), join(target, "public"), { recursive: true });
  forgetPlace(join(target, ".next/required-server-files.json"), root);
  const ofPages = [...loaded].filter((file) => file.startsWith(packages)).map((file) => relative(root, file));
  return [...new Set([...ofPages, ...listNextFiles(root)])].filter((file) => isFile(join(root, file)));
}

function listServerFiles(server: string): string[] {
  return globSync("**/*", { cwd: server }).filter(
    (file) => !file.startsWith(API) && !file.endsWith(".nft.json") && !isMap(file) && isFile(join(server, file)),
  );
}

function isMap(file: string): boolean {
  return file.endsWith(".map");
}

/** @returns absolute paths, of files that exist */
function readListing(listing: string): string[] {
  const { files } = JSON.parse(readFileSync(listing, "utf8")) as { files: string[] };
  return files.map((file) => resolve(dirname(listing), file)).filter(isFile);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * Packages have a name of their own in the build, a link in `.next/node_modules` with a hash at its end. A package
 * holds no links, so the built files get the plain names.
 */
function readPackageNames(build: string): Map<string, string> {
  const folder = join(build, "node_modules");
  const links = globSync("{*,@*/*}", { cwd: folder }).filter((name) => lstatSync(join(folder, name)).isSymbolicLink());
  return new Map(
    links.map((name) => {
      const target = resolve(dirname(join(folder, name)), readlinkSync(join(folder, name)));
      return [name, relative(join(build, "../node_modules"), target)];
    }),
  );
}

function copyServerFile(from: string, to: string, names: Map<string, string>): void {
  if (!from.endsWith(".js")) {
    copy(from, to);
    return;
  }
  let code = readFileSync(from, "utf8");
  for (const [name, plain] of names) code = code.replaceAll(name, plain);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, code);
}

/** The build notes the folder in which it was made. */
function forgetPlace(file: string, root: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(root.replace(/\/$/, ""), "."));
}

function copy(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) === undefined) throw new Error(`The build has no ${basename(from)}.`);
  cpSync(from, to);
}
