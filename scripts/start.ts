/** `parlance start`: serves at once. In the repository it builds the pages beside it when the build is missing or stale. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runsFromSources, toCommandLine } from "#lib/config/command-line.ts";
import { programRoot } from "#lib/config/program-root.ts";
import { type Command, runCommand, UsageError } from "./commands/command.ts";
import { prepareProcess } from "./commands/prepare-process.ts";

export const start: Command = {
  name: "start",
  usage: `${toCommandLine("start [options]")}
  --port <number>      port, 3000 unless set (PORT)
  --host <address>     address to listen on, 127.0.0.1 unless set (HOST)
  --config <path>      config file (PARLANCE_CONFIG)
  --data-dir <folder>  folder of the data, .data unless set (DATA_DIR)
  --no-pages           API alone, without the pages (PARLANCE_PAGES=off)
Each option sets the variable in brackets.`,
  async run(args) {
    Object.assign(process.env, readVariables(args));
    const { serve } = await import("#lib/server/serve.ts");
    if (runsFromSources) {
      const { ensureBuild } = await import("./build.ts");
      return serve({ dev: false, preparePages: ensureBuild });
    }
    const { findPagesArchive, unpackPages } = await import("#lib/server/packaged-pages/unpack-pages.ts");
    const archive = findPagesArchive();
    if (archive === undefined) {
      passPagesConfig(programRoot);
      return serve({ dev: false });
    }
    return serve({
      dev: false,
      async preparePages({ dataDir }) {
        const folder = await unpackPages({ archive, dataDir });
        passPagesConfig(folder);
        return { folder };
      },
    });
  },
};

/**
 * Gives Next the configuration that its build wrote, as in the server of its own standalone output: reading a config
 * file takes the bundler, which is not part of the package.
 */
function passPagesConfig(folder: string): void {
  const file = join(folder, ".next/required-server-files.json");
  // Images of the gateway without pages have no build.
  if (!existsSync(file)) return;
  const { config } = JSON.parse(readFileSync(file, "utf8"));
  Object.assign(process.env, { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) });
}

/** Returns the environment variables that the options stand for. */
function readVariables(args: string[]): Record<string, string> {
  const { port, host, config, pages, ...rest } = parseOptions(args);
  return {
    ...(port === undefined ? {} : { PORT: port }),
    ...(host === undefined ? {} : { HOST: host }),
    ...(config === undefined ? {} : { PARLANCE_CONFIG: config }),
    ...(rest["data-dir"] === undefined ? {} : { DATA_DIR: rest["data-dir"] }),
    ...(pages === false ? { PARLANCE_PAGES: "off" } : {}),
  };
}

function parseOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      allowNegative: true,
      options: {
        port: { type: "string" },
        host: { type: "string" },
        config: { type: "string" },
        "data-dir": { type: "string" },
        pages: { type: "boolean" },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

if (import.meta.main) {
  prepareProcess();
  process.exitCode = await runCommand(start, process.argv.slice(2));
}
