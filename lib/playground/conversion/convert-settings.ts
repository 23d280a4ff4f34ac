/** Converts a page's settings to another API, and names each setting that has no counterpart there. */
import type { ChatSettings } from "../chat/chat-settings.ts";
import type { TextDialect } from "../dialects/text-dialect.ts";
import type { ParameterDefinition, ParameterValue, ParameterValues } from "../parameters/parameter-definition.ts";
import { isEmpty } from "../parameters/parameters.ts";
import { readSettings } from "../sharing/imports/read-settings.ts";
import { convertTools } from "../tools/convert-tools.ts";
import { PAGE_NAMES } from "./page-names.ts";
import { COUNTERPARTS } from "./parameter-counterparts.ts";

/** `dropped`: sentences on what is dropped or changed. */
export type ConvertedSettings = { settings: ChatSettings; dropped: string[] };

export function convertSettings(settings: ChatSettings, from: TextDialect, to: TextDialect): ConvertedSettings {
  const dropped: string[] = [];
  const parameters: ParameterValues = {};
  for (const [name, value] of Object.entries(settings.parameters)) {
    const definition = from.parameters.find((candidate) => candidate.name === name);
    const label = definition?.label ?? name;
    // Switched on but still empty: there is nothing to convert.
    if (isEmpty(value)) continue;
    const converted = convertParameter(name, value, from, to);
    if (converted === undefined) dropped.push(`${label}: ${PAGE_NAMES[to.page]} has none.`);
    else if (converted.value === undefined)
      dropped.push(`${label}: ${PAGE_NAMES[to.page]} has no word for “${String(value)}”.`);
    else parameters[converted.name] = fitFormat(converted.value, { name: converted.name, to, label, dropped });
  }
  const tools =
    from.tools && to.tools
      ? convertTools({ text: settings.toolsText, from: from.tools, to: to.tools })
      : { text: "", dropped: settings.toolsText.trim() === "" ? [] : [`Tools: ${PAGE_NAMES[to.page]} has none.`] };
  dropped.push(...tools.dropped);
  // Reports values that the other page's panel would refuse, in that panel's own messages.
  const read = readSettings({ ...settings, parameters, toolsText: tools.text }, to);
  // Read settings never run tools: those of a file could name any. These are the page's own.
  const { toolRunners } = settings;
  return {
    settings: { ...read.settings, ...(toolRunners && { toolRunners }) },
    dropped: [...dropped, ...read.problems],
  };
}

/** Returns undefined when the other page has no such setting, and no value when it cannot express this one. */
function convertParameter(
  name: string,
  value: ParameterValue,
  from: TextDialect,
  to: TextDialect,
): { name: string; value?: ParameterValue } | undefined {
  const row = COUNTERPARTS.find(({ names }) => names[from.page] === name);
  const other = row?.names[to.page];
  const definition = to.parameters.find((candidate) => candidate.name === other);
  if (!row || !definition) return undefined;
  const { read, write } = row;
  const readIt = read?.[from.page];
  const common = readIt ? readIt(value) : value;
  const writeIt = write?.[to.page];
  const said = common === undefined || !writeIt ? common : writeIt(common);
  return { name: definition.name, value: said !== undefined && isExpressible(definition, said) ? said : undefined };
}

function isExpressible(definition: ParameterDefinition, value: ParameterValue): boolean {
  if (definition.kind !== "choice" || typeof value !== "string") return true;
  return definition.options.includes(value) || (definition.namesTools === true && value.startsWith("function:"));
}

/** Adapts a response format: only some APIs have a name and a strict mode for schemas. */
function fitFormat(
  value: ParameterValue,
  { name, to, label, dropped }: { name: string; to: TextDialect; label: string; dropped: string[] },
): ParameterValue {
  const definition = to.parameters.find((candidate) => candidate.name === name);
  if (definition?.kind !== "format" || typeof value !== "object" || Array.isArray(value)) return value;
  if (value.type !== "json_schema") return value;
  if (!definition.unnamed) return { ...value, name: value.name ?? "answer" };
  const { name: schemaName, strict, ...rest } = value;
  if (schemaName) dropped.push(`${label}: the schema’s name, “${schemaName}”, has no place.`);
  if (strict === true) dropped.push(`${label}: “strict” has no counterpart.`);
  return rest;
}
