/** The pages of the package: one archive instead of thousands of files, each of which npm takes a millisecond for. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { constants } from "node:zlib";
import { create } from "tar";
import { ARCHIVE_ENDING, PAGES_FOLDER } from "#lib/server/packaged-pages/unpack-pages.ts";
import { copyPackages } from "./copy-packages.ts";
import { copyPages } from "./copy-pages.ts";

/** Level of compression, 1 to 22: the ones above need more memory for little. */
const LEVEL = 19;
/** The types of `tar` know the options of zlib alone. */
const ZSTD: object = { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } };

/** Copies the pages, with the packages that they load, to `dist/pages`, and writes them as an archive below `target`. */
export async function archivePages({ root, target }: { root: string; target: string }): Promise<void> {
  const folder = join(root, "dist/pages");
  rmSync(folder, { recursive: true, force: true });
  copyPackages({ root, target: folder, files: copyPages({ root, target: folder }) });
  const build = readFileSync(join(folder, ".next/BUILD_ID"), "utf8").trim();
  mkdirSync(join(target, PAGES_FOLDER), { recursive: true });
  await create(
    {
      file: join(target, PAGES_FOLDER, `${build}${ARCHIVE_ENDING}`),
      cwd: folder,
      portable: true,
      zstd: ZSTD,
    },
    ["."],
  );
}
