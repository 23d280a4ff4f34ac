/** Every dialect by its id: the one list of them. */
import { anthropicMessages } from "./anthropic-messages/index.ts";
import type { Dialect } from "./dialect.ts";
import { googleGenerate } from "./google-generate/index.ts";
import { googleInteractions } from "./google-interactions/index.ts";
import { openAiChat } from "./openai-chat/index.ts";
import { openAiResponses } from "./openai-responses/index.ts";

export const dialects = {
  "openai-chat": openAiChat as Dialect,
  "openai-responses": openAiResponses as Dialect,
  "anthropic-messages": anthropicMessages as Dialect,
  "google-generate": googleGenerate as Dialect,
  "google-interactions": googleInteractions as Dialect,
};

/** Returns the dialect with this id. The config's schema allows no other ids. */
export function getDialect(id: string): Dialect {
  return dialects[id as keyof typeof dialects];
}

/** Text dialect whose key header each media route uses. */
const AUTHENTICATION_DIALECTS: Record<string, keyof typeof dialects> = {
  "openai-images": "openai-chat",
  "openai-videos": "openai-chat",
  "google-operations": "google-generate",
};

export function writeUpstreamHeaders(id: string, apiKey: string | undefined): Record<string, string> {
  return getDialect(AUTHENTICATION_DIALECTS[id] ?? id).writeUpstreamHeaders(apiKey);
}

/** Path of the model list at an upstream of these dialects; OpenAI's path when it has media routes only. */
export function getModelsPath([first = "openai-chat"]: readonly string[]): string {
  return getDialect(first).modelsPath;
}
