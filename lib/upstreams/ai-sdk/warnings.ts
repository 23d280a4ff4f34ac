/** What a provider of the AI SDK warns that it did not use, under the names that openai-chat has for it. */
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

/** Warnings of other kinds are about how a setting was used, not that it was not. */
export function namesOfUnsupported(warnings: readonly SharedV4Warning[] | undefined): string[] {
  return (warnings ?? []).flatMap((warning) =>
    warning.type === "unsupported" ? (NAMES[warning.feature] ?? warning.feature) : [],
  );
}
