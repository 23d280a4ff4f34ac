/** `parlance health`: whether the gateway on this machine is ready. Containers and scripts ask it. */
import { toCommandLine } from "#lib/config/command-line.ts";
import { formatServerUrl } from "#lib/config/format-server-url.ts";
import { loadSettings } from "#lib/config/load-settings.ts";
import { type Command, runCommand, UsageError } from "./commands/command.ts";

const TIMEOUT_MS = 3_000;

export const health: Command = {
  name: "health",
  usage: `${toCommandLine("health")}
  Asks /readyz at HOST and PORT, as the gateway has them. Exit status 0 means ready, 1 not ready.`,
  async run(args) {
    if (args.length > 0) throw new UsageError(`it takes no arguments; got ${args.join(" ")}`);
    const address = `${formatServerUrl(loadSettings(), "127.0.0.1")}/readyz`;
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
      throw new Error(`no gateway answers at ${address}`, { cause: error });
    });
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}: ${await response.text()}`);
    console.log("ready");
  },
};

if (import.meta.main) process.exitCode = await runCommand(health, process.argv.slice(2));
