/** The dialect of the chat page: POST /v1/chat/completions (wire-formats §1). */
import { createAnswer } from "./answer.ts";
import { findParameterProblems } from "./chat-parameters.ts";
import { findReasoningConflicts } from "./parameter-conflicts.ts";
import { PARAMETERS } from "./parameter-list.ts";
import { buildChatBody, refuseChatFile } from "./request-body.ts";
import type { TextDialect } from "./text-dialect.ts";
import { openaiSdk } from "./text-samples.ts";
import { CHAT_TOOLS } from "./tool-notations/chat-tools.ts";

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
  createAnswer,
  refuseFile: refuseChatFile,
  sdk: {
    ...openaiSdk("chat.completions.create"),
    printPython: ["for choice in event.choices:", '    print(choice.delta.content or "", end="", flush=True)'],
    printJavascript: ['process.stdout.write(event.choices[0]?.delta.content ?? "");'],
  },
};
