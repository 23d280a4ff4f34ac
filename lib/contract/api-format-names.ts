import type { ApiFormat } from "./provider-presets.ts";

/** Names of the API formats for people. */
export const API_FORMAT_NAMES: Record<ApiFormat, string> = {
  "openai-chat": "Chat Completions",
  "openai-responses": "Responses",
  "anthropic-messages": "Messages",
  "google-generate": "Gemini",
  "google-interactions": "Gemini interactions",
  "openai-images": "Images",
  "openai-videos": "Videos",
  "google-operations": "Gemini videos",
};
