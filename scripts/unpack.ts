/** `parlance unpack`: unpacks the pages before the first start does, as the user who installs the package. */
import { loadSettings } from "#lib/config/load-settings.ts";
import { findPagesArchive, unpackPages } from "#lib/server/packaged-pages/unpack-pages.ts";
import { type Command, UsageError } from "./commands/command.ts";

export const unpack: Command = {
  name: "unpack",
  // Only the package has the archive, so that no npm script has the command.
  usage: `parlance unpack
  Unpacks the pages of the package beside it, as the first start would. For an installation that the gateway's own user
  cannot write: otherwise its first start unpacks them in DATA_DIR.`,
  async run(args) {
    if (args.length > 0) throw new UsageError(`it takes no arguments; got ${args.join(" ")}`);
    const archive = findPagesArchive();
    if (archive === undefined) throw new Error("there is no archive of pages here; only the npm package has one");
    console.log(await unpackPages({ archive, dataDir: loadSettings().dataDir }));
  },
};
