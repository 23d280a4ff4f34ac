/** Files that a program loads at run time, found by following its imports. */
import { join, relative } from "node:path";
import { nodeFileTrace } from "@vercel/nft";

const NEVER_LOADED = /\.(?:md|map|d\.ts|development\.js)$/;
/** `list-next-files.ts` has the files of Next. */
const NEXT = /^node_modules\/(?:next|typescript)\//;

type TraceOptions = {
  /** Folder above all files, with `node_modules`. */
  root: string;
  /** Folder of the compiled program, below `root`. */
  program: string;
  /** Absolute paths of what is started, or loaded in ways that cannot be followed. */
  entries: string[];
};

/** @returns files of the program relative to its folder, and files of packages relative to `root` */
export async function traceFiles({
  root,
  program,
  entries,
}: TraceOptions): Promise<{ own: string[]; packages: string[] }> {
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: program,
    // Other files that a package reads would bring whole folders along.
    analysis: { emitGlobs: false, computeFileReferences: false, evaluatePureExpressions: false },
    ignore: (file) => NEVER_LOADED.test(file) || NEXT.test(file),
  });
  const files = [...fileList].map((file) => join(root, file));
  return {
    own: files.filter((file) => isIn(program, file)).map((file) => relative(program, file)),
    packages: files.filter((file) => isIn(join(root, "node_modules"), file)).map((file) => relative(root, file)),
  };
}

function isIn(folder: string, file: string): boolean {
  return file.startsWith(`${folder}/`);
}
