/** The dialect of the chat page: POST /v1/chat/completions (wire-formats §1). */

import { findParameterProblems } from "../chat/chat-parameters.ts";
import { createResponseReader } from "../conversation/model-response.ts";
import { findReasoningConflicts } from "../parameters/parameter-conflicts.ts";
import { PARAMETERS } from "../parameters/parameter-list.ts";
import { CHAT_TOOLS } from "../tools/notations/chat-tools.ts";
import { buildChatBody, refuseChatFile } from "./request-body.ts";
import type { TextDialect } from "./text-dialect.ts";

export const OPENAI_CHAT: TextDialect = {
  page: "chat",
  parameters: PARAMETERS,
  systemLabel: "System prompt",
  tools: CHAT_TOOLS,
  findProblems: findParameterProblems,
  findConflicts: (values) => findReasoningConflicts(values, "reasoning_effort"),
  buildRequest: async (conversation) => ({
    path: "/v1/chat/completions",
    body: await buildChatBody(conversation),
  }),
  createResponseReader,
  refuseFile: refuseChatFile,
};
