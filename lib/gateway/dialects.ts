/** Every dialect by its id: the one list of them. */
import type { Dialect } from "#lib/dialects/dialect.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";

export const dialects = {
  "openai-chat": openAiChat as Dialect,
};

/** The dialect of this id. The config's schema admits no other ids. */
export function dialectOf(id: string): Dialect {
  return dialects[id as keyof typeof dialects];
}

export function upstreamHeaders(id: string, apiKey: string | undefined): Record<string, string> {
  return dialectOf(id).upstreamHeaders(apiKey);
}
