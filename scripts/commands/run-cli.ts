import { distance } from "fastest-levenshtein";
import packageJson from "../../package.json" with { type: "json" };
import { COMMANDS } from "./all-commands.ts";
import { runCommand, USAGE_STATUS } from "./command.ts";

/** In characters. A name that differs in more is not what somebody meant. */
const LARGEST_TYPO = 2;

/**
 * Runs `parlance` with its arguments. Without a command it starts the gateway, also with that command's options.
 * @returns the exit status: 0, 1 for a failure, 2 for a call that is not understood
 */
export async function runCli(args: string[]): Promise<number> {
  const [name = "start", ...rest] = args;
  if (name === "--help" || name === "-h" || (name === "help" && rest.length === 0)) return print(writeHelp());
  if (name === "--version" || name === "-v") return print(packageJson.version);
  if (name === "help") return runCli([...rest, "--help"]);
  if (name.startsWith("-")) return runCli(["start", ...args]);
  const entry = COMMANDS.find((command) => command.name === name);
  if (entry === undefined) {
    console.error(`parlance: there is no command "${name}"${suggest(name)}; parlance --help lists the commands`);
    return USAGE_STATUS;
  }
  return runCommand(await entry.load(), rest);
}

function print(text: string): number {
  console.log(text);
  return 0;
}

function suggest(name: string): string {
  const nearest = COMMANDS.map((command) => ({ name: command.name, typos: distance(command.name, name) }))
    .filter(({ typos }) => typos <= LARGEST_TYPO)
    .toSorted((a, b) => a.typos - b.typos)[0];
  return nearest ? ` (did you mean "${nearest.name}"?)` : "";
}

function writeHelp(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    `Parlance ${packageJson.version}: ${packageJson.description}`,
    "",
    "Usage: parlance [command] [options]",
    "",
    "Commands:",
    ...COMMANDS.map(({ name, summary }, index) => {
      const note = index === 0 ? " (runs when no command is named)" : "";
      return `  ${name.padEnd(width)}  ${summary}${note}`;
    }),
    "",
    "Options:",
    "  -h, --help     Print this help; after a command, the help of that command",
    "  -v, --version  Print the version",
  ].join("\n");
}
