/**
 * The generate-content page's parameters: checks across parameters, and the body fields made of them (wire-formats
 * §4.4).
 */

import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type {
  ParameterValue,
  ParameterValues,
  ResponseFormat,
} from "#lib/playground/parameters/parameter-definition.ts";
import { findValueProblems, isEmpty } from "#lib/playground/parameters/parameters.ts";
import { GENERATE_CONTENT_TOOLS } from "#lib/playground/tools/notations/generate-content-tools.ts";
import { chosenTool, findToolProblems } from "#lib/playground/tools/tools.ts";
import { GENERATION_CONFIG } from "./parameter-list.ts";

export function findGenerateContentProblems(settings: ChatSettings): Record<string, string> {
  const { parameters: values } = settings;
  const problems = findValueProblems(GENERATION_CONFIG, values);
  Object.assign(problems, findToolProblems({ settings, notation: GENERATE_CONTENT_TOOLS, needTools: ["mode"] }));
  if (values.logprobs !== undefined && values.responseLogprobs !== true)
    problems.logprobs = "Requires Log probabilities to be on.";
  if (values.thinkingLevel !== undefined && values.thinkingBudget !== undefined)
    problems.thinkingBudget = "Set either Thinking level or Thinking budget, not both.";
  return problems;
}

/** Returns the fields of `generationConfig` that are set. Values must have passed `findGenerateContentProblems`. */
export function toGenerationConfig(values: ParameterValues): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  const nest = (name: string, field: string, value: unknown) => {
    config[name] = { ...(config[name] as object | undefined), [field]: value };
  };
  for (const [name, value] of Object.entries(values)) {
    if (isEmpty(value) || name === "mode") continue;
    if (name === "aspectRatio") nest("imageConfig", name, value);
    else if (/^(thinking|includeThoughts)/.test(name)) nest("thinkingConfig", name, value);
    else if (name === "responseModalities") config[name] = String(value).split(", ");
    else if (name === "responseFormat") Object.assign(config, toResponseFields(value));
    else config[name] = value;
  }
  return config;
}

function toResponseFields(value: ParameterValue): Record<string, unknown> {
  const { type, schemaText = "{}" } = value as ResponseFormat;
  if (type === "text") return { responseMimeType: "text/plain" };
  return {
    responseMimeType: "application/json",
    ...(type === "json_schema" ? { responseJsonSchema: JSON.parse(schemaText) } : {}),
  };
}

/** Returns the tool config; a function is forced by being the only one allowed (§4.5). */
export function toToolConfig({ mode }: ParameterValues): { toolConfig?: object } {
  if (mode === undefined) return {};
  const name = chosenTool(mode);
  return { toolConfig: { functionCallingConfig: name ? { mode: "ANY", allowedFunctionNames: [name] } : { mode } } };
}
