/** The chat page's parameters: checks across parameters, and the body fields made of them. */

import type { ParameterValues, ResponseFormat } from "../parameters/parameter-definition.ts";
import { PARAMETERS } from "../parameters/parameter-list.ts";
import { findValueProblems, isEmpty } from "../parameters/parameters.ts";
import { CHAT_TOOLS } from "../tools/notations/chat-tools.ts";
import { chosenTool, findToolProblems } from "../tools/tools.ts";
import type { ChatSettings } from "./chat-settings.ts";

/** Problems of set parameters that cannot be sent, by name, as text for the panel. */
export function findParameterProblems(settings: ChatSettings): Record<string, string> {
  const { parameters: values } = settings;
  const problems = findValueProblems(PARAMETERS, values);
  if (values.top_logprobs !== undefined && values.logprobs !== true) {
    problems.top_logprobs = "Requires Log probabilities to be on.";
  }
  const needTools = ["tool_choice", "parallel_tool_calls"];
  return { ...problems, ...findToolProblems({ settings, notation: CHAT_TOOLS, needTools }) };
}

/** Returns the body fields of all set parameters. Values must have passed `findParameterProblems`. */
export function toBodyFields(values: ParameterValues): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const parameter of PARAMETERS) {
    const value = values[parameter.name];
    if (value === undefined || isEmpty(value)) continue;
    fields[parameter.name] = parameter.kind === "format" ? toResponseFormat(value as ResponseFormat) : value;
  }
  if (typeof fields.tool_choice === "string") fields.tool_choice = toToolChoice(fields.tool_choice);
  return fields;
}

/** Returns the body's tool choice: an object for a tool, a string for a mode (wire-formats §1.3). */
function toToolChoice(choice: string): unknown {
  const name = chosenTool(choice);
  return name ? { type: "function", function: { name } } : choice;
}

/** Returns the body's response format (wire-formats §1.4). */
function toResponseFormat(format: ResponseFormat): Record<string, unknown> {
  if (format.type !== "json_schema") return { type: format.type };
  return {
    type: "json_schema",
    json_schema: {
      name: format.name,
      schema: JSON.parse(format.schemaText ?? "{}"),
      ...(format.strict === undefined ? {} : { strict: format.strict }),
    },
  };
}
