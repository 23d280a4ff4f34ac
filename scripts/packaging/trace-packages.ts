/** Files of packages that a program loads at run time, found by following its imports. */
import { join, relative } from "node:path";
import { nodeFileTrace } from "@vercel/nft";

const NEVER_LOADED = /\.(?:md|map|d\.ts|development\.js)$/;
/** `list-next-files.ts` has the files of Next. */
const NEXT = /^node_modules\/(?:next|typescript)\//;

type TraceOptions = {
  /** Folder above all files, with `node_modules`. */
  root: string;
  /** Folder of the program, below `root`. */
  program: string;
  /** Absolute paths of what is started, or loaded in ways that cannot be followed. */
  entries: string[];
};

/** @returns files relative to `root` */
export async function tracePackages({ root, program, entries }: TraceOptions): Promise<string[]> {
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: program,
    // Other files that a package reads would bring whole folders along.
    analysis: { emitGlobs: false, computeFileReferences: false, evaluatePureExpressions: false },
    ignore: (file) => NEVER_LOADED.test(file) || NEXT.test(file),
  });
  const files = [...fileList].map((file) => join(root, file));
  return files.filter((file) => file.startsWith(`${join(root, "node_modules")}/`)).map((file) => relative(root, file));
}
