/** Counterparts of each API's settings in the other APIs, with their values. */
import type { TextPage } from "../history/history.ts";
import type { ParameterValue } from "../parameters/parameter-definition.ts";

export type Counterpart = {
  /** The setting's name on each page that has it. */
  names: { [Page in TextPage]?: string };
  /** Converts the page's value to a shared one, where they differ; undefined when it cannot be expressed. */
  read?: { [Page in TextPage]?: (value: ParameterValue) => ParameterValue | undefined };
  write?: { [Page in TextPage]?: (value: ParameterValue) => ParameterValue | undefined };
};

/** Maps values by a table; names of tools and values without a counterpart are unchanged. */
const words =
  (table: Record<string, string>) =>
  (value: ParameterValue): ParameterValue =>
    typeof value === "string" ? (table[value] ?? value) : value;

const opposite = (value: ParameterValue): ParameterValue | undefined =>
  typeof value === "boolean" ? !value : undefined;

/** Settings of only one page are not listed. */
export const COUNTERPARTS: readonly Counterpart[] = [
  {
    names: {
      chat: "temperature",
      responses: "temperature",
      messages: "temperature",
      "generate-content": "temperature",
    },
  },
  { names: { chat: "top_p", responses: "top_p", messages: "top_p", "generate-content": "topP" } },
  { names: { messages: "top_k", "generate-content": "topK" } },
  { names: { chat: "seed", "generate-content": "seed" } },
  {
    names: {
      chat: "max_completion_tokens",
      responses: "max_output_tokens",
      messages: "max_tokens",
      "generate-content": "maxOutputTokens",
    },
  },
  { names: { chat: "stop", messages: "stop_sequences", "generate-content": "stopSequences" } },
  {
    names: {
      chat: "reasoning_effort",
      responses: "effort",
      messages: "effort",
      "generate-content": "thinkingLevel",
    },
  },
  { names: { messages: "budget_tokens", "generate-content": "thinkingBudget" } },
  {
    names: { responses: "summary", messages: "display", "generate-content": "includeThoughts" },
    read: {
      responses: () => true,
      messages: (value) => (value === "summarized" ? true : undefined),
    },
    write: {
      responses: (shown) => (shown === true ? "auto" : undefined),
      messages: (shown) => (shown === true ? "summarized" : "omitted"),
    },
  },
  { names: { chat: "verbosity", responses: "verbosity" } },
  {
    names: {
      chat: "response_format",
      responses: "format",
      messages: "format",
      "generate-content": "responseFormat",
    },
  },
  {
    names: { chat: "tool_choice", responses: "tool_choice", messages: "tool_choice", "generate-content": "mode" },
    read: {
      messages: words({ any: "required" }),
      "generate-content": words({ AUTO: "auto", ANY: "required", NONE: "none" }),
    },
    write: {
      messages: words({ required: "any" }),
      "generate-content": words({ auto: "AUTO", required: "ANY", none: "NONE" }),
    },
  },
  {
    names: {
      chat: "parallel_tool_calls",
      responses: "parallel_tool_calls",
      messages: "disable_parallel_tool_use",
    },
    read: { messages: opposite },
    write: { messages: opposite },
  },
  { names: { chat: "logprobs", responses: "logprobs", "generate-content": "responseLogprobs" } },
  { names: { chat: "top_logprobs", responses: "top_logprobs", "generate-content": "logprobs" } },
  { names: { responses: "service_tier", messages: "service_tier" } },
  { names: { chat: "user", messages: "user_id" } },
  { names: { chat: "safety_identifier", responses: "safety_identifier" } },
  { names: { chat: "prompt_cache_key", responses: "prompt_cache_key" } },
];
