/** Parameters that several text dialects have, under the same name. */
import type { ChoiceParameter, NumberParameter, SwitchParameter, TextParameter } from "./parameter-definition.ts";

export const TEMPERATURE: NumberParameter = {
  kind: "number",
  name: "temperature",
  label: "Temperature",
  group: "Sampling",
  description: "Higher is more varied, lower is more predictable.",
  minimum: 0,
  maximum: 2,
  step: 0.05,
  initial: 1,
  slider: true,
  rank: 3,
};

export const TOP_P: NumberParameter = {
  kind: "number",
  name: "top_p",
  label: "Top P",
  group: "Sampling",
  description: "Sample only from the most likely tokens up to this cumulative probability.",
  minimum: 0,
  maximum: 1,
  step: 0.01,
  initial: 1,
  slider: true,
};

/**
 * Limit on the response's length, under each dialect's own name. Models differ in their maximum, so the range is open.
 */
export const MAX_TOKENS: Omit<NumberParameter, "name"> = {
  kind: "number",
  label: "Max output tokens",
  group: "Length",
  description: "Maximum length of the response, hidden reasoning included.",
  minimum: 1,
  maximum: 8192,
  open: true,
  step: 1,
  initial: 1024,
  integer: true,
  slider: true,
  rank: 2,
};

export const VERBOSITY: ChoiceParameter = {
  kind: "choice",
  name: "verbosity",
  label: "Verbosity",
  group: "Reasoning",
  description: "How much the model writes.",
  options: ["low", "medium", "high"],
  initial: "medium",
};

/** Absent on Messages, whose API has none. */
export const LOGPROBS: SwitchParameter = {
  kind: "switch",
  name: "logprobs",
  label: "Log probabilities",
  group: "Output",
  description: "Return the log probability of every token.",
  initial: true,
  capability: "logprobs",
};

export const TOP_LOGPROBS: NumberParameter = {
  kind: "number",
  name: "top_logprobs",
  label: "Top log probabilities",
  group: "Output",
  description: "Number of alternatives per token. Requires Log probabilities.",
  minimum: 0,
  maximum: 20,
  step: 1,
  initial: 5,
  integer: true,
  slider: true,
  capability: "logprobs",
};

export const PARALLEL_TOOL_CALLS: SwitchParameter = {
  kind: "switch",
  name: "parallel_tool_calls",
  label: "Parallel calls",
  group: "Tool use",
  description: "Allow several tool calls at once.",
  initial: true,
  capability: "tools",
};

export const SAFETY_IDENTIFIER: TextParameter = {
  kind: "text",
  name: "safety_identifier",
  label: "Safety identifier",
  group: "Request",
  description: "A hashed ID for the end user; replaces User on newer models.",
  placeholder: "hashed-id",
  initial: "",
  maximumLength: 128,
};

export const PROMPT_CACHE_KEY: TextParameter = {
  kind: "text",
  name: "prompt_cache_key",
  label: "Prompt cache key",
  group: "Request",
  description: "Requests with the same key share a prompt cache.",
  placeholder: "my-app",
  initial: "",
};

export const REASONING_EFFORT: ChoiceParameter = {
  kind: "choice",
  name: "reasoning_effort",
  label: "Reasoning effort",
  group: "Reasoning",
  description: "How long a reasoning model thinks before responding.",
  options: ["none", "minimal", "low", "medium", "high", "xhigh", "max"],
  initial: "medium",
  capability: "reasoning",
};

export const TOOL_CHOICE: ChoiceParameter = {
  kind: "choice",
  name: "tool_choice",
  label: "Tool choice",
  group: "Tool use",
  description: "Whether the model may, must or must not call a tool.",
  options: ["auto", "none", "required"],
  initial: "auto",
  capability: "tools",
  namesTools: true,
};
