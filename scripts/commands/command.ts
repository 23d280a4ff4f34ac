/** A command of `parlance`, which an npm script of the same name runs too. */
import { parseArgs } from "node:util";
import { SettingsError } from "#lib/config/settings-error.ts";

export type Command = {
  /** Such as "keys"; errors begin with it. */
  name: string;
  /** Full help: every way to call it, one per line. */
  usage: string;
  /**
   * @param args arguments after the command's name
   * @throws UsageError for arguments that it does not take; SettingsError for a wrong setting
   */
  run(args: string[]): Promise<void> | void;
};

/** Exit status of a call that is not understood, as shells and GNU tools have it. */
export const USAGE_STATUS = 2;

/** Arguments that a command does not take; the exit status is then 2. */
export class UsageError extends Error {}

/** Runs a command to its end. Its errors are one message on standard error. @returns the exit status */
export async function runCommand({ name, usage, run }: Command, args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(`Usage: ${usage}`);
    return 0;
  }
  try {
    await run(args);
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const message = error instanceof SettingsError ? error.message : `${name}: ${describe(error)}`;
    console.error(isUsage ? `${message}; expected ${usage}` : message);
    return isUsage ? USAGE_STATUS : 1;
  }
}

/** Reads the arguments of a command without options. @throws UsageError for an option */
export function readPositionals(args: string[]): string[] {
  try {
    return parseArgs({ args, allowPositionals: true }).positionals;
  } catch (error) {
    throw new UsageError(describe(error));
  }
}

/** Reads an option `--header`. @throws UsageError for a line without a colon */
export function readHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 1) throw new UsageError(`--header needs "name: value"; got "${line.slice(0, 20)}"`);
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
