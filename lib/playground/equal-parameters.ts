/** Parameters that mean the same under other names, so that settings can go from one text dialect to another. */
import type { ChatSettings } from "./chat-settings.ts";
import { convertTools } from "./convert-tools.ts";
import type { ParameterDefinition, ParameterValue, ParameterValues } from "./parameter-definition.ts";
import { isEmpty } from "./parameters.ts";
import type { TextDialect } from "./text-dialect.ts";

/** Each row is one meaning. A dialect has at most one name of a row. */
const EQUAL_NAMES: readonly (readonly string[])[] = [
  ["max_completion_tokens", "max_output_tokens", "max_tokens", "maxOutputTokens"],
  ["top_p", "topP"],
  ["top_k", "topK"],
  ["stop", "stop_sequences", "stopSequences"],
  ["reasoning_effort", "effort"],
  ["budget_tokens", "thinkingBudget"],
  ["response_format", "format", "responseFormat"],
  ["user", "user_id"],
];

export type ConvertedSettings = {
  settings: ChatSettings;
  /** Labels of what has no place there, or not in this value. */
  left: string[];
};

/** What of `settings` holds in the other dialect; the model goes along. */
export function convertSettings({
  settings,
  from,
  to,
}: {
  settings: ChatSettings;
  from: TextDialect;
  to: TextDialect;
}): ConvertedSettings {
  if (from.page === to.page) return { settings, left: [] };
  const left: string[] = [];
  const parameters: ParameterValues = {};
  for (const [name, value] of Object.entries(settings.parameters)) {
    if (isEmpty(value)) continue;
    const equal = findEqual(name, to.parameters);
    const converted = equal && convertValue(value, equal);
    if (equal && converted !== undefined) parameters[equal.name] = converted;
    else left.push(from.parameters.find((parameter) => parameter.name === name)?.label ?? name);
  }
  const tools =
    from.tools && to.tools
      ? convertTools({ text: settings.toolsText, from: from.tools, to: to.tools })
      : { text: "", dropped: settings.toolsText.trim() === "" ? [] : ["Tools"] };
  return { settings: { ...settings, parameters, toolsText: tools.text }, left: [...left, ...tools.dropped] };
}

function findEqual(name: string, parameters: readonly ParameterDefinition[]): ParameterDefinition | undefined {
  const names = EQUAL_NAMES.find((row) => row.includes(name)) ?? [name];
  return parameters.find((parameter) => names.includes(parameter.name));
}

/** Undefined where the parameter does not take the value. */
function convertValue(value: ParameterValue, to: ParameterDefinition): ParameterValue | undefined {
  switch (to.kind) {
    case "number":
      if (typeof value !== "number" || value < to.minimum) return undefined;
      return value > to.maximum && !to.open ? undefined : value;
    case "choice":
      return typeof value === "string" && to.options.includes(value) ? value : undefined;
    case "switch":
      return typeof value === "boolean" ? value : undefined;
    case "text":
      return typeof value === "string" ? value : undefined;
    case "list":
      return Array.isArray(value) && value.length <= to.maximumItems ? value : undefined;
    case "format":
      if (typeof value !== "object" || Array.isArray(value)) return undefined;
      return to.schemaOnly && value.type !== "json_schema" ? undefined : value;
    default:
      return to satisfies never;
  }
}
