/** Loads the reader of one API's events. */
import type { ResponseReader } from "#lib/playground/conversation/model-response.ts";

/** The page shows text, and saves no file of a response. */
const tools = { saveFile: async () => {} };

const READERS: { readonly [dialect: string]: () => Promise<ResponseReader> } = {
  "openai-chat": async () => (await import("#lib/playground/conversation/model-response.ts")).createResponseReader(),
  "openai-responses": async () =>
    (await import("#lib/playground/dialects/responses/response-reader.ts")).createResponsesReader(tools),
  "anthropic-messages": async () =>
    (await import("#lib/playground/dialects/messages/response-reader.ts")).createMessagesReader(),
  "google-generate": async () =>
    (await import("#lib/playground/dialects/generate-content/response-reader.ts")).createGenerateContentReader(tools),
};

/** Returns undefined for an API whose responses are shown as events alone. */
export async function loadResponseReader(dialect: string | null): Promise<ResponseReader | undefined> {
  return READERS[dialect ?? ""]?.();
}
