/** The messages page's parameters: checks across parameters, and the body fields made of them (wire-formats §3.2). */

import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { ParameterValues, ResponseFormat } from "#lib/playground/parameters/parameter-definition.ts";
import { findValueProblems, isEmpty } from "#lib/playground/parameters/parameters.ts";
import { MESSAGES_TOOLS } from "#lib/playground/tools/notations/messages-tools.ts";
import { chosenTool, findToolProblems } from "#lib/playground/tools/tools.ts";
import { DEFAULT_MAX_TOKENS, LEAST_BUDGET, MESSAGES_PARAMETERS } from "./parameter-list.ts";

export function findMessagesProblems(settings: ChatSettings): Record<string, string> {
  const { parameters: values } = settings;
  const problems = findValueProblems(MESSAGES_PARAMETERS, values);
  const needTools = ["tool_choice", "disable_parallel_tool_use"];
  Object.assign(problems, findToolProblems({ settings, notation: MESSAGES_TOOLS, needTools }));
  const budget = readBudget(values);
  const limit = typeof values.max_tokens === "number" ? values.max_tokens : DEFAULT_MAX_TOKENS;
  if (budget !== undefined && budget >= limit) {
    problems[values.budget_tokens === undefined ? "max_tokens" : "budget_tokens"] =
      `The thinking budget (${budget.toLocaleString("en")}) must be less than max tokens (${limit.toLocaleString("en")}).`;
  }
  if (values.budget_tokens !== undefined && (values.thinking ?? "enabled") !== "enabled")
    problems.budget_tokens = "Requires thinking “enabled”.";
  if (values.display !== undefined && !["enabled", "adaptive"].includes(thinkingType(values) ?? ""))
    problems.display = "Requires thinking “enabled” or “adaptive”.";
  if (values.disable_parallel_tool_use !== undefined && values.tool_choice === "none")
    problems.disable_parallel_tool_use = "Requires a tool choice that allows calls.";
  return problems;
}

/** Returns the type of thinking; a budget alone turns it on. */
function thinkingType({ thinking, budget_tokens: budget }: ParameterValues): string | undefined {
  if (thinking !== undefined) return String(thinking);
  return budget === undefined ? undefined : "enabled";
}

function readBudget(values: ParameterValues): number | undefined {
  if (thinkingType(values) !== "enabled") return undefined;
  return typeof values.budget_tokens === "number" ? values.budget_tokens : LEAST_BUDGET;
}

/** Parameters that are body fields of the same name. */
const PLAIN = ["temperature", "top_p", "top_k", "stop_sequences", "service_tier"];

/** Returns the set body fields, and always the token limit. Values must have passed `findMessagesProblems`. */
export function toMessagesFields(all: ParameterValues): Record<string, unknown> {
  const values = Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value)));
  const body: Record<string, unknown> = { max_tokens: values.max_tokens ?? DEFAULT_MAX_TOKENS };
  for (const name of PLAIN) if (values[name] !== undefined) body[name] = values[name];
  const thinking = toThinking(values);
  if (thinking) body.thinking = thinking;
  const output = toOutputConfig(values);
  if (Object.keys(output).length > 0) body.output_config = output;
  const choice = toToolChoice(values);
  if (choice) body.tool_choice = choice;
  if (values.cache_control !== undefined) body.cache_control = { type: "ephemeral", ttl: values.cache_control };
  if (values.user_id !== undefined) body.metadata = { user_id: values.user_id };
  return body;
}

function toThinking(values: ParameterValues): object | undefined {
  const type = thinkingType(values);
  if (type === undefined) return undefined;
  const budget = readBudget(values);
  return {
    type,
    ...(budget === undefined ? {} : { budget_tokens: budget }),
    ...(values.display === undefined ? {} : { display: values.display }),
  };
}

function toOutputConfig({ effort, format }: ParameterValues): object {
  const schemaText = (format as ResponseFormat | undefined)?.schemaText;
  return {
    ...(effort === undefined ? {} : { effort }),
    ...(schemaText === undefined ? {} : { format: { type: "json_schema", schema: JSON.parse(schemaText) } }),
  };
}

function toToolChoice({ tool_choice: choice, disable_parallel_tool_use: single }: ParameterValues): object | undefined {
  if (choice === undefined && single === undefined) return undefined;
  const name = chosenTool(choice);
  return {
    ...(name ? { type: "tool", name } : { type: choice ?? "auto" }),
    ...(single === undefined ? {} : { disable_parallel_tool_use: single }),
  };
}
