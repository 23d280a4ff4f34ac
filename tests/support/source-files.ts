/** The project's source as the architecture test sees it: each file with what it imports. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vitest/node";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

const FOLDERS = ["app", "components", "pages", "lib", "scripts", "bench", "tests"];
/** Folders without sources. */
const OTHER_FOLDERS = [".ci", "docs", "public"];
const EXTENSIONS = /\.(?:ts|tsx|mts|js|jsx|mjs)$/;
const GENERATED = new Set(["next-env.d.ts"]);

export type SourceFile = {
  /** From the project's root, with forward slashes. */
  path: string;
  lines: number;
  imports: Import[];
  readsEnvironment: boolean;
};

export type Import = {
  /** Specifier as written, for example `#lib/http/http-message.ts` or `react`. */
  specifier: string;
  /** Path from the project's root; undefined for a package. */
  file: string | undefined;
  /** True for `import("…")`: the file is loaded on demand. */
  isDynamic: boolean;
};

export function readSourceFiles(): SourceFile[] {
  return listFiles(FOLDERS)
    .filter((path) => EXTENSIONS.test(path) && !GENERATED.has(path))
    .sort()
    .map((path) => parseSource(path, readProjectFile(path)));
}

/** Paths of all files and folders from the project's root, without what is installed, built or recorded. */
export function listProjectFiles(): string[] {
  return listFiles([...FOLDERS, ...OTHER_FOLDERS]);
}

/** @param path from the project's root */
export function readProjectFile(path: string): string {
  return readFileSync(projectRoot + path, "utf8");
}

/** The files beside the folders, the folders and all that is in them. */
function listFiles(folders: readonly string[]): string[] {
  const top = readdirSync(projectRoot, { withFileTypes: true });
  const paths = top.filter((entry) => entry.isFile()).map((entry) => entry.name);
  for (const folder of folders) {
    if (!top.some((entry) => entry.isDirectory() && entry.name === folder)) continue;
    paths.push(folder);
    for (const name of readdirSync(projectRoot + folder, { recursive: true, encoding: "utf8" })) {
      paths.push(posix.join(folder, name.replaceAll("\\", "/")));
    }
  }
  return paths.filter((path) => !path.includes("/node_modules/"));
}

/** Sees static and dynamic imports, re-exports and `import("…")` types, type-only or not. */
export function parseSource(path: string, text: string): SourceFile {
  const imports: Import[] = [];
  let readsEnvironment = false;
  const addImport = (source: unknown, isDynamic = false) => {
    const specifier = isNode(source) ? source.value : undefined;
    if (typeof specifier === "string") imports.push({ specifier, file: resolveImport(path, specifier), isDynamic });
  };
  walk(parseAst(text, { lang: /x$/.test(path) ? "tsx" : "ts" }), (node) => {
    switch (node.type) {
      case "ImportExpression":
        addImport(node.source, true);
        break;
      case "ImportDeclaration":
      case "TSImportType":
      case "ExportAllDeclaration":
      case "ExportNamedDeclaration":
        addImport(node.source);
        break;
      case "MemberExpression":
        readsEnvironment ||= isNamed(node.object, "process") && isNamed(node.property, "env");
        break;
    }
  });
  return { path, lines: text.trimEnd().split("\n").length, imports, readsEnvironment };
}

function resolveImport(from: string, specifier: string): string | undefined {
  // Each folder of code has an alias of its name, in package.json.
  if (specifier.startsWith("#")) return posix.normalize(specifier.slice(1));
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier);
  return undefined;
}

export type Node = { type: string; [key: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && (node.name === name || node.value === name);
}

export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (isNode(value)) {
    visit(value);
    for (const child of Object.values(value)) if (typeof child === "object") walk(child, visit);
  }
}
