/**
 * `npm run config:check [-- path]` checks the config file and the environment as a start does.
 * `npm run config:schema` writes the JSON Schema of the config file to docs/config.schema.json.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createConfigSchema } from "#lib/config/config-schema.ts";
import { getProcessEnvironment } from "#lib/config/environment.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { findConfigPath, readConfigText } from "#lib/config/read-config-text.ts";
import { SettingsError } from "#lib/config/settings-error.ts";

const SCHEMA_FILE = fileURLToPath(new URL("../docs/config.schema.json", import.meta.url));

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

const [command, path] = process.argv.slice(2);
try {
  if (command === "check") check(path);
  else if (command === "schema") writeFileSync(SCHEMA_FILE, `${JSON.stringify(createConfigSchema(), null, 2)}\n`);
  else throw new SettingsError({ field: "The command", value: command, expected: "check or schema" });
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
}
