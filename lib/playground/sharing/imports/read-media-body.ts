/** Reads the JSON body of an image or video request into the page's fields. */
import { type Fields, fields, fieldsList } from "#lib/playground/dialects/json-fields.ts";
import type { SettingsRules } from "#lib/playground/parameters/settings-rules.ts";
import { type ReadSettings, readSettings } from "./read-settings.ts";

/** @throws Error, with a message for the screen, when it is not such a request */
export function readMediaBody(text: string, rules: SettingsRules): ReadSettings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`It is not valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`);
  }
  const { model, prompt, ...rest } = flatten(fields(value) ?? {});
  if (typeof prompt !== "string") {
    throw new Error(`It has no prompt. A request for ${rules.page} looks like {"prompt": "A lighthouse at dusk"}.`);
  }
  const choices = new Set(rules.parameters.filter(({ kind }) => kind === "choice").map(({ name }) => name));
  const parameters = Object.fromEntries(
    // When the page's parameter has string options, a number becomes one of them.
    Object.entries(rest).map(([name, given]) => [
      name,
      typeof given === "number" && choices.has(name) ? String(given) : given,
    ]),
  );
  return readSettings({ model, system: prompt, parameters }, rules);
}

/**
 * Flattens a body of `:predictLongRunning`, which has the prompt in a list and its fields under other names
 * (wire-formats §6.3).
 */
function flatten(body: Fields): Fields {
  const [instance] = fieldsList(body.instances);
  if (!instance) return body;
  const { durationSeconds, aspectRatio, resolution, ...parameters } = fields(body.parameters) ?? {};
  const size = getSize(aspectRatio, resolution);
  return {
    route: "operations",
    prompt: instance.prompt,
    ...(durationSeconds === undefined ? {} : { seconds: durationSeconds }),
    ...(size === undefined ? {} : { size }),
    ...parameters,
  };
}

function getSize(ratio: unknown, resolution: unknown): string | undefined {
  const short = Number.parseInt(String(resolution ?? "720p"), 10);
  const long = Math.round((short * 16) / 9);
  if (ratio === undefined && resolution === undefined) return undefined;
  return ratio === "9:16" ? `${short}x${long}` : `${long}x${short}`;
}
