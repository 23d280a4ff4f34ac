/** `parlance config`: checks the config file and the environment as a start does, and writes the file's JSON Schema. */
import { writeFileSync } from "node:fs";
import { toCommandLine } from "#lib/config/command-line.ts";
import { createConfigSchema } from "#lib/config/config-schema.ts";
import { getProcessEnvironment } from "#lib/config/environment.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { findConfigPath, readConfigText } from "#lib/config/read-config-text.ts";
import { type Command, runCommand, UsageError } from "./commands/command.ts";

export const config: Command = {
  name: "config",
  usage: `one of
  ${toCommandLine("config check [path]")}    checks the config file and the environment, without a start
  ${toCommandLine("config schema [path]")}   prints the JSON Schema of the config file, or writes it to a path`,
  run([action, path, ...rest]) {
    if (rest.length > 0) throw new UsageError(`too many arguments: ${rest.join(" ")}`);
    if (path?.startsWith("-")) throw new UsageError(`unknown option "${path}"`);
    if (action === "check") return check(path);
    if (action === "schema") return writeSchema(path);
    throw new UsageError(action === undefined ? "no command was given" : `"${action}" is no command`);
  },
};

function writeSchema(path: string | undefined): void {
  const text = JSON.stringify(createConfigSchema(), null, 2);
  if (path === undefined) console.log(text);
  else writeFileSync(path, `${text}\n`);
}

function check(path: string | undefined): void {
  const environment = { ...getProcessEnvironment(), ...(path ? { PARLANCE_CONFIG: path } : {}) };
  const settings = loadSettings(environment);
  const { upstreams, bridges, aliases } = settings;
  const place = findConfigPath(environment);
  const file = readConfigText(place) === undefined ? "No config file" : `${place.path} is valid`;
  const providers = [...upstreams, ...bridges].map(({ id }) => id);
  console.log(`${file}. Providers: ${providers.join(", ") || "none"}. Aliases: ${Object.keys(aliases).join(", ")}.`);
  for (const note of listAbsentProviders(settings)) console.log(note);
}

/** A target whose provider is absent is left out. It may be connected in the browser, so this is no error. */
function listAbsentProviders({ routes, aliases, upstreams, bridges, sandbox }: Settings): string[] {
  const known = new Set([...upstreams, ...bridges].map(({ id }) => id));
  if (sandbox.enabled) known.add("sandbox");
  return Object.values(routes).flatMap(({ name, targets, fallback }) =>
    [...targets.map(({ model }) => model), ...fallback].flatMap((model) => {
      const [provider, ...rest] = (aliases[model] ?? model).split("/");
      const isAbsent = rest.length > 0 && provider !== undefined && !known.has(provider);
      return isAbsent
        ? [
            `Note: the route "${name}" names ${model}, whose provider "${provider}" is neither in the file nor the environment.`,
          ]
        : [];
    }),
  );
}

if (import.meta.main) process.exitCode = await runCommand(config, process.argv.slice(2));
