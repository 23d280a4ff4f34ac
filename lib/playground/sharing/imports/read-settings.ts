/** Reads settings from a link, a file or a preset, by the rules of the panel that will show them. */

import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import { fields } from "#lib/playground/dialects/json-fields.ts";
import type {
  ChoiceParameter,
  ParameterDefinition,
  ParameterValue,
  ParameterValues,
  ResponseFormat,
} from "#lib/playground/parameters/parameter-definition.ts";
import type { SettingsRules } from "#lib/playground/parameters/settings-rules.ts";

export type ReadSettings = {
  settings: ChatSettings;
  /** Sentences on what was dropped, and why. */
  problems: string[];
};

/** Reads the values that the panel accepts, and names the others. */
export function readSettings(raw: unknown, rules: SettingsRules): ReadSettings {
  const given = fields(raw) ?? {};
  const problems: string[] = [];
  const text = (name: string, label: string): string => {
    const value = given[name] ?? "";
    if (typeof value === "string") return value;
    problems.push(`${label} is not text.`);
    return "";
  };
  const model = text("model", "The model");
  const settings: ChatSettings = {
    ...(model === "" ? {} : { model }),
    system: text("system", rules.systemLabel),
    toolsText: rules.tools ? text("toolsText", "The list of tools") : "",
    parameters: {},
    ...(isTexts(given.toolsOff) && given.toolsOff.length > 0 ? { toolsOff: given.toolsOff } : {}),
    ...(given.autoReply === true ? { autoReply: true } : {}),
  };
  if (!rules.tools && given.toolsText) problems.push("Tools: this page has none.");
  const parameters = fields(given.parameters) ?? {};
  settings.parameters = readParameters(parameters, rules, problems);
  return { settings: dropRefused(settings, rules, problems), problems };
}

function readParameters(given: Record<string, unknown>, rules: SettingsRules, problems: string[]): ParameterValues {
  const values: ParameterValues = {};
  for (const [name, value] of Object.entries(given)) {
    const parameter = rules.parameters.find((candidate) => candidate.name === name);
    if (!parameter) problems.push(`${name}: this page has no such parameter.`);
    else {
      const read = readValue(parameter, value);
      if (read === undefined) problems.push(`${parameter.label}: ${describeValue(value)} cannot be its value.`);
      else values[name] = read;
    }
  }
  return values;
}

function readValue(parameter: ParameterDefinition, value: unknown): ParameterValue | undefined {
  switch (parameter.kind) {
    case "number":
      return typeof value === "number" ? value : undefined;
    case "switch":
      return typeof value === "boolean" ? value : undefined;
    case "text":
      return typeof value === "string" ? value : undefined;
    case "choice":
      return typeof value === "string" && isOption(parameter, value) ? value : undefined;
    case "list":
      return isTexts(value) && value.length <= parameter.maximumItems ? value : undefined;
    case "format":
      return readFormat(value);
    default:
      return parameter satisfies never;
  }
}

/** Returns true for a valid option; a tool is one by its name. */
const isOption = ({ options, namesTools }: ChoiceParameter, value: string): boolean =>
  options.includes(value) || (namesTools === true && value.startsWith("function:"));

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");

function readFormat(value: unknown): ResponseFormat | undefined {
  const raw = fields(value);
  const { type, name, schemaText, strict } = raw ?? {};
  if (type !== "text" && type !== "json_object" && type !== "json_schema") return undefined;
  return {
    type,
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof schemaText === "string" ? { schemaText } : {}),
    ...(typeof strict === "boolean" ? { strict } : {}),
  };
}

/** Drops values that the panel would mark as wrong; keeps tools, whose text can be corrected in their editor. */
function dropRefused(settings: ChatSettings, rules: SettingsRules, problems: string[]): ChatSettings {
  const parameters = { ...settings.parameters };
  for (const [name, problem] of Object.entries(rules.findProblems(settings))) {
    const label = rules.parameters.find((candidate) => candidate.name === name)?.label ?? "Tools";
    problems.push(`${label}: ${problem}`);
    delete parameters[name];
  }
  return { ...settings, parameters };
}

function describeValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
