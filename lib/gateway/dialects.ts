/** Every dialect by its id: the one list of them. */
import type { Dialect } from "#lib/dialects/dialect.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";

export const dialects = {
  "openai-chat": openAiChat as Dialect,
};
