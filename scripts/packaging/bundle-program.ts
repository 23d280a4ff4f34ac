/** Few files instead of many: finding, reading and compiling each of a thousand is half the time of a start. */
import { readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";

/**
 * Packages with native parts, files that are read by name, or a start of their own stay as they are. A copy of what
 * another package loads as well is harmless, since nobody compares their classes.
 */
const UNBUNDLED = new Set(["@napi-rs/canvas", "gpt-tokenizer", "h264-mp4-encoder", "pino", "sharp"]);

/**
 * Takes what is used of Node's own modules, and no more. An `import` reads all exports of such a module, some of which
 * load large parts of Node on demand: `WebSocket` of `http` loads a second undici, of 3 MB.
 */
const usedOfNode: Plugin = {
  name: "used-of-node",
  resolveId(name, _importer, { kind }) {
    return kind !== "require-call" && name.startsWith("node:") && isBuiltin(name) ? `\0${name}` : undefined;
  },
  load(id) {
    if (!id.startsWith("\0node:")) return undefined;
    const name = id.slice(1);
    const exports = Object.getOwnPropertyNames(process.getBuiltinModule(name)).filter(
      (key) => /^[A-Za-z]\w*$/.test(key) && key !== "default",
    );
    return [
      `const all = process.getBuiltinModule("${name}");`,
      ...exports.map((key) => `export const ${key} = all.${key};`),
      "export default all;",
    ].join("\n");
  },
};

type BundleOptions = {
  /** Folder of the compiled files. */
  compiled: string;
  /** Folder that gets the bundle: each entry at its own place, and what they share in `lib/shared`. */
  target: string;
  /** Compiled files that are started, relative to `compiled`. */
  entries: string[];
};

/** @returns the files of the bundle, relative to `target` */
export async function bundleProgram({ compiled, target, entries }: BundleOptions): Promise<string[]> {
  const bundle = await rolldown({
    cwd: compiled,
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.js$/, ""), join(compiled, file)])),
    platform: "node",
    external: (name, importer) => importer !== undefined && isUnbundled(name),
    // The entry of jsonc-parser for `require` puts the names of its files together at run time.
    resolve: { mainFields: ["module", "main"] },
    // A command is run by `scripts/cli.js`, and never by its own file.
    transform: { define: { "import.meta.main": "false" } },
    plugins: [usedOfNode],
    // Exports of Node that nobody uses are not read.
    treeshake: { propertyReadSideEffects: false },
    onLog(level, log) {
      // Loaded on demand in the bundle of the pages; here the server has it anyway.
      if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT") return;
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: target,
    entryFileNames: "[name].js",
    chunkFileNames: "lib/shared/[name]-[hash].js",
    comments: false,
  });
  await bundle.close();
  const files = output.map(({ fileName }) => fileName);
  for (const file of files) writeLatin1(join(target, file));
  return files;
}

function isUnbundled(name: string): boolean {
  if (/^[./#\0]|^node:/.test(name)) return false;
  const [scope = "", rest] = name.split("/");
  return UNBUNDLED.has(scope.startsWith("@") ? `${scope}/${rest}` : scope);
}

/**
 * Writes characters above U+00FF as escapes, which mean the same in strings, templates and patterns: V8 keeps a source
 * that has one of them with two bytes for each of its characters.
 */
function writeLatin1(file: string): void {
  const code = readFileSync(file, "utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range begins with the first character that there is.
  const escaped = code.replace(/[^\x00-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (escaped !== code) writeFileSync(file, escaped);
}
