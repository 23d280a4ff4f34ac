/** Folder above all files of Parlance: of the repository, or of the package. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Nothing else that stands above a source has a folder of this name. */
const MARK = "docs/guide";

/**
 * Looks above this file, wherever a bundler has put it, and in the working directory, which is where Next runs its own
 * bundle. Without the mark it returns the working directory.
 */
function findProgramRoot(): string {
  for (let folder: string | undefined = import.meta.dirname; folder; folder = parentOf(folder)) {
    if (existsSync(join(/* turbopackIgnore: true */ folder, MARK))) return folder;
  }
  return process.cwd();
}

function parentOf(folder: string): string | undefined {
  const parent = dirname(folder);
  return parent === folder ? undefined : parent;
}

export const programRoot = findProgramRoot();
