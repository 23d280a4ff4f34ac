/**
 * Converts a whole response of the AI SDK into the stream parts that would produce it, so that one reader serves both.
 */
import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";

export function toStreamParts({
  content,
  finishReason,
  usage,
  response,
}: Pick<
  LanguageModelV4GenerateResult,
  "content" | "finishReason" | "usage" | "response"
>): LanguageModelV4StreamPart[] {
  const { id, modelId, timestamp } = response ?? {};
  const metadata = { ...(id ? { id } : {}), ...(modelId ? { modelId } : {}), ...(timestamp ? { timestamp } : {}) };
  // A whole reply is never cut, so a missing reason is only missing.
  const reason = finishReason.raw === undefined ? { ...finishReason, raw: finishReason.unified } : finishReason;
  return [
    { type: "response-metadata", ...metadata },
    ...content.flatMap(toParts),
    { type: "finish", finishReason: reason, usage },
  ];
}

function toParts(content: LanguageModelV4Content, index: number): LanguageModelV4StreamPart[] {
  if (content.type !== "text" && content.type !== "reasoning") return [content];
  const id = String(index);
  const metadata = content.providerMetadata ? { providerMetadata: content.providerMetadata } : {};
  const delta = { id, delta: content.text };
  if (content.type === "reasoning") {
    return [
      { type: "reasoning-start", id },
      { type: "reasoning-delta", ...delta },
      { type: "reasoning-end", id, ...metadata },
    ];
  }
  const citations = content.citations ? { citations: content.citations } : {};
  return [
    { type: "text-start", id },
    { type: "text-delta", ...delta },
    { type: "text-end", id, ...citations, ...metadata },
  ];
}
