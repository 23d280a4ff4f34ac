/** Compiles TypeScript as Node does when it runs the sources: types become spaces, so that lines and columns stay. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";

/** Quoted names of source files: relative, or by an alias of `package.json`. */
const SOURCE_NAME = /(["'])((?:\.{1,2}|#(?:lib|scripts))\/[^"'\n]*)\.ts\1/g;

/**
 * Compiles all `.ts` files of folders to `.js` files at the same places.
 * @param folders relative to `root`, without their `.tsx` files
 * @returns paths of the compiled files, relative to `target`
 */
export function compileSources({
  root,
  target,
  folders,
}: {
  root: string;
  target: string;
  folders: string[];
}): string[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }));
  return files.map((file) => {
    const source = readFileSync(join(root, file), "utf8");
    const compiled = toCompiledName(file);
    mkdirSync(dirname(join(target, compiled)), { recursive: true });
    writeFileSync(join(target, compiled), renameImports(stripTypeScriptTypes(source), { root, file }));
    return compiled;
  });
}

/** Points the names of source files at their compiled ones; other texts that end in `.ts` stay as they are. */
export function renameImports(code: string, { root, file }: { root: string; file: string }): string {
  return code.replaceAll(SOURCE_NAME, (text, quote: string, name: string) => {
    const source = name.startsWith("#") ? join(root, name.slice(1)) : resolve(root, dirname(file), name);
    return existsSync(`${source}.ts`) ? `${quote}${name}.js${quote}` : text;
  });
}

function toCompiledName(file: string): string {
  return file.replace(/\.ts$/, ".js");
}
