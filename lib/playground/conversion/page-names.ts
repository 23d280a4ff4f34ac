import type { TextPage } from "../history/history.ts";

/** Names of the pages, in the order of the navigation. */
export const PAGE_NAMES: { readonly [Page in TextPage]: string } = {
  chat: "Chat",
  responses: "Responses",
  messages: "Messages",
  "generate-content": "Generate content",
};

/** Names of the APIs that the pages call. */
export const API_NAMES: { readonly [Page in TextPage]: string } = {
  chat: "Chat Completions",
  responses: "Responses",
  messages: "Messages",
  "generate-content": "Gemini",
};

export const TEXT_PAGES: readonly TextPage[] = ["chat", "responses", "messages", "generate-content"];
