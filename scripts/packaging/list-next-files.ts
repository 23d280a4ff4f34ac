/** Files of Next that its server loads. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";

/** Module of `import next from "next"`, which Next's own list leaves out. */
const ENTRY = "node_modules/next/dist/server/next.js";
const FOLDER = "node_modules/next/dist/";
const COMPILED = `${FOLDER}compiled/`;

/** A `require` at the top of a module. Those within functions are indented, and in Next's own list if the server needs them. */
const REQUIRE = /^\S.*\brequire\("((?:\.|next\/)[^"]+)"\)/gm;
/** Packages that Next has compiled are one line, and load others of them. */
const REQUIRE_COMPILED = /\brequire\("(next\/dist\/compiled\/[^"]+)"\)/g;

/**
 * Completes Next's own list by what modules load at once: it leaves out what only development and builds use, which
 * a server of our own loads, too, before it knows that it needs nothing of it.
 * @returns paths relative to `root`, of packages that Next loads too
 */
export function listNextFiles(root: string): string[] {
  const build = join(root, ".next");
  const { files } = JSON.parse(readFileSync(join(build, "next-server.js.nft.json"), "utf8")) as { files: string[] };
  const found = new Set([ENTRY, ...files.map((file) => relative(root, resolve(build, file)))]);
  // A set is also iterated over what is added meanwhile.
  for (const file of found) for (const loaded of listRequired(root, file)) found.add(loaded);
  return [...found];
}

function listRequired(root: string, file: string): string[] {
  if (!file.startsWith(FOLDER) || !/\.c?js$/.test(file)) return [];
  const isCompiled = file.startsWith(COMPILED);
  const { resolve: find } = createRequire(join(root, file));
  const names = readFileSync(join(root, file), "utf8").matchAll(isCompiled ? REQUIRE_COMPILED : REQUIRE);
  const required = [...names].map(([, name = ""]) => relative(root, find(name)));
  const manifest = join(dirname(file), "package.json");
  return isCompiled && existsSync(join(root, manifest)) ? [...required, manifest] : required;
}
