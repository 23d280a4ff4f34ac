/** The dialects of all text pages, by page, for features across pages. A page itself loads only its own. */

import type { TextPage } from "../history/history.ts";
import { GENERATE_CONTENT } from "./generate-content/dialect.ts";
import { MESSAGES } from "./messages/dialect.ts";
import { OPENAI_CHAT } from "./openai-chat.ts";
import { RESPONSES } from "./responses/dialect.ts";
import type { TextDialect } from "./text-dialect.ts";

export const TEXT_DIALECTS: { readonly [Page in TextPage]: TextDialect } = {
  chat: OPENAI_CHAT,
  responses: RESPONSES,
  messages: MESSAGES,
  "generate-content": GENERATE_CONTENT,
};
