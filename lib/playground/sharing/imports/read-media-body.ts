/** The JSON body of a request for images or videos, as the page's fields would hold it. */
import { type Fields, fields, fieldsList } from "#lib/playground/dialects/json-fields.ts";
import type { SettingsRules } from "#lib/playground/parameters/settings-rules.ts";
import { type ReadSettings, readSettings } from "./read-settings.ts";

/** @throws Error, with words for the screen, when it is no such request */
export function readMediaBody(text: string, rules: SettingsRules): ReadSettings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`);
  }
  const { model, prompt, ...rest } = flatten(fields(value) ?? {});
  if (typeof prompt !== "string") {
    throw new Error(`It has no prompt: a request for ${rules.page} looks like {"prompt": "A lighthouse at dusk"}.`);
  }
  const choices = new Set(rules.parameters.filter(({ kind }) => kind === "choice").map(({ name }) => name));
  const parameters = Object.fromEntries(
    // Where the page offers words to choose from, a number is one of them.
    Object.entries(rest).map(([name, given]) => [
      name,
      typeof given === "number" && choices.has(name) ? String(given) : given,
    ]),
  );
  return readSettings({ model, system: prompt, parameters }, rules);
}

/** `:predictLongRunning` has the prompt in a list and its fields under other names (wire-formats §6.3). */
function flatten(body: Fields): Fields {
  const [instance] = fieldsList(body.instances);
  if (!instance) return body;
  const { durationSeconds, aspectRatio, resolution, ...parameters } = fields(body.parameters) ?? {};
  const size = sizeOf(aspectRatio, resolution);
  return {
    route: "operations",
    prompt: instance.prompt,
    ...(durationSeconds === undefined ? {} : { seconds: durationSeconds }),
    ...(size === undefined ? {} : { size }),
    ...parameters,
  };
}

function sizeOf(ratio: unknown, resolution: unknown): string | undefined {
  const short = Number.parseInt(String(resolution ?? "720p"), 10);
  const long = Math.round((short * 16) / 9);
  if (ratio === undefined && resolution === undefined) return undefined;
  return ratio === "9:16" ? `${short}x${long}` : `${long}x${short}`;
}
