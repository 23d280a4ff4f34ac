/**
 * `npm run config:check [-- path]` checks the config file and the environment as a start does.
 * `npm run config:schema` writes the JSON Schema of the config file to docs/config.schema.json.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createConfigSchema } from "#lib/config/config-schema.ts";
import { getProcessEnvironment } from "#lib/config/environment.ts";
import { loadSettings } from "#lib/config/load-settings.ts";
import { findConfigPath, readConfigText } from "#lib/config/read-config-text.ts";
import { SettingsError } from "#lib/config/settings-error.ts";

const SCHEMA_FILE = fileURLToPath(new URL("../docs/config.schema.json", import.meta.url));

function check(path: string | undefined): void {
  const environment = { ...getProcessEnvironment(), ...(path ? { PARLANCE_CONFIG: path } : {}) };
  const { upstreams, bridges, aliases } = loadSettings(environment);
  const place = findConfigPath(environment);
  const file = readConfigText(place) === undefined ? "No config file" : `${place.path} is valid`;
  const providers = [...upstreams, ...bridges].map(({ id }) => id);
  console.log(`${file}. Providers: ${providers.join(", ") || "none"}. Aliases: ${Object.keys(aliases).join(", ")}.`);
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
