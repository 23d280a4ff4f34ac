import type { TextPage } from "../history/history.ts";

/** Names of the pages, in the order of the navigation. */
export const PAGE_NAMES: { readonly [Page in TextPage]: string } = {
  chat: "Chat",
  responses: "Responses",
  messages: "Messages",
  "generate-content": "Generate content",
};

export const TEXT_PAGES: readonly TextPage[] = ["chat", "responses", "messages", "generate-content"];
