/** The responses page's parameters: checks across parameters, and the body fields made of them (wire-formats §2.1). */

import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type {
  ParameterValue,
  ParameterValues,
  ResponseFormat,
} from "#lib/playground/parameters/parameter-definition.ts";
import { findValueProblems, isEmpty } from "#lib/playground/parameters/parameters.ts";
import { RESPONSES_TOOLS } from "#lib/playground/tools/notations/responses-tools.ts";
import { chosenTool, findToolProblems } from "#lib/playground/tools/tools.ts";
import { RESPONSES_PARAMETERS } from "./parameter-list.ts";

export function findResponsesProblems(settings: ChatSettings): Record<string, string> {
  const { parameters: values } = settings;
  const problems = findValueProblems(RESPONSES_PARAMETERS, values);
  const needTools = ["tool_choice", "parallel_tool_calls", "max_tool_calls"];
  Object.assign(problems, findToolProblems({ settings, notation: RESPONSES_TOOLS, needTools }));
  if (values.top_logprobs !== undefined && values.logprobs !== true)
    problems.top_logprobs = "Requires Log probabilities to be on.";
  if (values.previous_response_id === true && values.store === false)
    problems.previous_response_id = "Requires Store to be on.";
  return problems;
}

/** Parameters that are body fields of the same name. */
const PLAIN = [
  "store",
  "temperature",
  "top_p",
  "max_output_tokens",
  "truncation",
  "parallel_tool_calls",
  "max_tool_calls",
  "top_logprobs",
  "service_tier",
  "safety_identifier",
  "prompt_cache_key",
];

export const ENCRYPTED_REASONING = "reasoning.encrypted_content";
export const OUTPUT_LOGPROBS = "message.output_text.logprobs";

/** Returns the set body fields. Values must have passed `findResponsesProblems`. */
export function toResponsesFields(all: ParameterValues): Record<string, unknown> {
  const values = Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value)));
  const body: Record<string, unknown> = {};
  for (const name of PLAIN) if (values[name] !== undefined) body[name] = values[name];
  const { effort, summary, verbosity, format, tool_choice: choice } = values;
  const reasons = effort !== undefined || summary !== undefined;
  if (reasons) body.reasoning = defined({ effort, summary });
  // Requested only together with reasoning: a model without reasoning would refuse it.
  const include = [];
  if (values.include ?? (reasons && effort !== "none")) include.push(ENCRYPTED_REASONING);
  if (values.logprobs === true) include.push(OUTPUT_LOGPROBS);
  if (include.length > 0) body.include = include;
  if (verbosity !== undefined || format !== undefined)
    body.text = defined({ verbosity, format: format && toTextFormat(format as ResponseFormat) });
  if (choice !== undefined) body.tool_choice = toToolChoice(choice);
  return body;
}

function toToolChoice(choice: ParameterValue): unknown {
  const name = chosenTool(choice);
  return name ? { type: "function", name } : choice;
}

/** Writes the text format; name and schema are beside the type (§2.1). */
export function toTextFormat({ type, name, schemaText = "{}", strict }: ResponseFormat): object {
  if (type !== "json_schema") return { type };
  return defined({ type, name, schema: JSON.parse(schemaText), strict });
}

function defined(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
