/** `parlance`: starts the gateway and manages it. Options and commands are in `commands/all-commands.ts`. */
import { prepareProcess } from "./commands/prepare-process.ts";

prepareProcess();
const { runCli } = await import("./commands/run-cli.ts");
// A gateway that was started goes on; it sets its own exit status when it stops.
process.exitCode = await runCli(process.argv.slice(2));
