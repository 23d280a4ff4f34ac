/** Finds the config file and reads its text. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { formatBytes } from "#lib/contract/format-bytes.ts";
import { type Environment, readVariable } from "./environment.ts";
import { SettingsError } from "./settings-error.ts";

const LARGEST_BYTES = 4 * 1024 * 1024;
const DEFAULT_NAME = "parlance.config.json";
const DEFAULT_NAME_WITH_COMMENTS = "parlance.config.jsonc";

export type ConfigPath = {
  path: string;
  /** True when a missing file is an error: it was named in PARLANCE_CONFIG. */
  required: boolean;
};

/** @throws SettingsError when there is a file under both default names */
export function findConfigPath(environment: Environment): ConfigPath {
  const named = readVariable(environment, "PARLANCE_CONFIG");
  if (named !== undefined) return { path: resolve(/* turbopackIgnore: true */ named), required: true };
  const path = resolve(/* turbopackIgnore: true */ DEFAULT_NAME);
  const withComments = resolve(/* turbopackIgnore: true */ DEFAULT_NAME_WITH_COMMENTS);
  if (!existsSync(withComments)) return { path, required: false };
  if (!existsSync(path)) return { path: withComments, required: false };
  throw new SettingsError({
    field: DEFAULT_NAME,
    expected: `only one config file: ${DEFAULT_NAME_WITH_COMMENTS} exists too`,
  });
}

/**
 * @returns undefined when the file is missing and not required
 * @throws SettingsError when it cannot be read, is not a regular file, or is larger than 4 MB
 */
export function readConfigText({ path, required }: ConfigPath): string | undefined {
  try {
    const stat = statSync(path);
    // Opening a pipe or a device would block the process.
    if (!stat.isFile()) throw unreadable(path, "it is not a regular file");
    if (stat.size > LARGEST_BYTES) throw unreadable(path, `it is larger than ${formatBytes(LARGEST_BYTES)}`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (!required && code === "ENOENT") return undefined;
    throw unreadable(path, code === "ENOENT" ? "it does not exist" : String(code));
  }
}

function unreadable(path: string, reason: string): SettingsError {
  return new SettingsError({
    field: "PARLANCE_CONFIG",
    value: path,
    expected: `the path of a readable JSON file (${reason})`,
  });
}
