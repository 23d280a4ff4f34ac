/** The dialect of the chat page: POST /v1/chat/completions (wire-formats §1). */
import { createAnswer } from "./answer.ts";
import { findParameterProblems } from "./chat-parameters.ts";
import { PARAMETERS } from "./parameter-list.ts";
import { buildChatBody } from "./request-body.ts";
import type { TextDialect } from "./text-dialect.ts";

export const OPENAI_CHAT: TextDialect = {
  page: "chat",
  parameters: PARAMETERS,
  systemLabel: "System prompt",
  findProblems: ({ parameters, toolsText }) => findParameterProblems(parameters, toolsText),
  buildRequest: async (conversation) => ({
    path: "/v1/chat/completions",
    body: await buildChatBody(conversation),
  }),
  createAnswer,
};
