/** The commands of `parlance`. A new one is one line here, and a file that exports a `Command`. */
import type { Command } from "./command.ts";

type CommandEntry = {
  name: string;
  /** One line of help. */
  summary: string;
  /** Loads the command's modules; the others stay unloaded. */
  load: () => Promise<Command>;
};

/** In the order of the help. The first one is run when no command is named. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "start", summary: "Serve the API and the pages", load: async () => (await import("../start.ts")).start },
  { name: "keys", summary: "Create, list and revoke API keys", load: async () => (await import("../keys.ts")).keys },
  {
    name: "config",
    summary: "Check the config file; print its JSON Schema",
    load: async () => (await import("../config.ts")).config,
  },
  {
    name: "doctor",
    summary: "Try a server in each API; propose its config entry",
    load: async () => (await import("../doctor.ts")).doctor,
  },
  {
    name: "sign-in",
    summary: "Print a new sign-in link of the running gateway",
    load: async () => (await import("../sign-in.ts")).signIn,
  },
  {
    name: "record",
    summary: "Write a recorded response as a cassette",
    load: async () => (await import("../record.ts")).record,
  },
  {
    name: "eval",
    summary: "Run an evaluation on a gateway, and fail when too little passes",
    load: async () => (await import("../eval.ts")).evaluate,
  },
  {
    name: "backup",
    summary: "Copy the data, also while the gateway runs",
    load: async () => (await import("../backup.ts")).backup,
  },
  {
    name: "restore",
    summary: "Put a backup into a new data folder",
    load: async () => (await import("../restore.ts")).restoreCommand,
  },
  {
    name: "unpack",
    summary: "Unpack the pages of an installation that the gateway cannot write",
    load: async () => (await import("../unpack.ts")).unpack,
  },
  {
    name: "health",
    summary: "Exit with 0 when the gateway on this machine is ready",
    load: async () => (await import("../health.ts")).health,
  },
];
