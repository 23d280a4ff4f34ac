/** Pairs of parameters that models refuse together. Upstreams differ, so the panel only warns. */
import { TEMPERATURE, TOP_P } from "./common-parameters.ts";
import type { ParameterValues } from "./parameter-definition.ts";

type Conflicts = Record<string, string>;

/**
 * Conflicts in both dialects of OpenAI.
 * @param effort the name of the reasoning effort
 */
export function findReasoningConflicts(values: ParameterValues, effort: string): Conflicts {
  const conflicts = findSamplingConflict(values);
  if (values[effort] === undefined || values[effort] === "none") return conflicts;
  const refused = [TEMPERATURE.name, TOP_P.name, "logprobs", "top_logprobs", "presence_penalty", "frequency_penalty"];
  for (const name of refused.filter((other) => values[other] !== undefined))
    conflicts[name] = "Not supported while reasoning. Unset it, or set Reasoning effort to none.";
  return conflicts;
}

/** Conflicts with thinking (wire-formats §3.2). */
export function findThinkingConflicts(values: ParameterValues): Conflicts {
  const conflicts = findSamplingConflict(values);
  const thinks = values.thinking === undefined ? values.budget_tokens !== undefined : values.thinking !== "disabled";
  if (!thinks) return conflicts;
  if (values.temperature !== undefined && values.temperature !== 1)
    conflicts.temperature = "With thinking, this must be 1.";
  if (values.top_k !== undefined) conflicts.top_k = "Not supported with thinking.";
  if (typeof values.top_p === "number" && values.top_p < 0.95)
    conflicts.top_p = "With thinking, this must be 0.95 to 1.";
  const choice = values.tool_choice;
  if (choice !== undefined && choice !== "auto" && choice !== "none")
    conflicts.tool_choice = "With thinking, use auto or none.";
  return conflicts;
}

function findSamplingConflict(values: ParameterValues): Conflicts {
  if (values.temperature === undefined || values.top_p === undefined) return {};
  return { top_p: "Set either Temperature or Top P. Some models refuse both." };
}
