/** Names of fields that an AI SDK provider reports as unused, in openai-chat's spelling. */
import type { SharedV4Warning } from "@ai-sdk/provider";

const NAMES: Record<string, string> = {
  maxOutputTokens: "max_completion_tokens",
  topP: "top_p",
  topK: "top_k",
  frequencyPenalty: "frequency_penalty",
  presencePenalty: "presence_penalty",
  stopSequences: "stop",
  responseFormat: "response_format",
  toolChoice: "tool_choice",
  reasoning: "reasoning_effort",
};

/** Other warnings are about the use of a setting, not about an unused one. */
export function listUnsupportedFields(warnings: readonly SharedV4Warning[] | undefined): string[] {
  return (warnings ?? []).flatMap((warning) =>
    warning.type === "unsupported" ? (NAMES[warning.feature] ?? warning.feature) : [],
  );
}
