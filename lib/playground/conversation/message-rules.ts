/** Rules of each API for messages: its names for calls and results, and its constraints on their order. */
import type { TextPage } from "../history/history.ts";
import type { MessageRole } from "./message-list.ts";

export type MessageRules = {
  roles: readonly { role: MessageRole; label: string }[];
  /** The API's names for a call and a result. */
  callName: string;
  resultName: string;
  /** User and model messages must alternate. */
  takesTurns: boolean;
  /** The first message must be the user's. */
  userFirst: boolean;
  /** A result may come anywhere after its call, not only right after the response. */
  looseResults: boolean;
  /** Results name their call by an id, not by the function's name alone. */
  callIds: boolean;
};

const OPENAI_ROLES = (["system", "developer", "user", "assistant"] as const).map((role) => ({ role, label: role }));

export const MESSAGE_RULES: Record<TextPage, MessageRules> = {
  chat: {
    roles: [...OPENAI_ROLES, { role: "tool", label: "tool" }],
    callName: "Tool call",
    resultName: "Tool result",
    takesTurns: false,
    userFirst: false,
    looseResults: false,
    callIds: true,
  },
  responses: {
    roles: [...OPENAI_ROLES, { role: "tool", label: "function output" }],
    callName: "Function call",
    resultName: "Function output",
    takesTurns: false,
    userFirst: false,
    looseResults: true,
    callIds: true,
  },
  messages: {
    roles: [
      { role: "user", label: "user" },
      { role: "assistant", label: "assistant" },
      { role: "tool", label: "user: tool_result" },
      { role: "system", label: "system" },
    ],
    callName: "tool_use",
    resultName: "tool_result",
    takesTurns: false,
    userFirst: true,
    looseResults: false,
    callIds: true,
  },
  "generate-content": {
    roles: [
      { role: "user", label: "user" },
      { role: "assistant", label: "model" },
      { role: "tool", label: "user: functionResponse" },
    ],
    callName: "functionCall",
    resultName: "functionResponse",
    takesTurns: true,
    userFirst: true,
    looseResults: false,
    callIds: false,
  },
};

export const roleLabel = (rules: MessageRules, role: MessageRole): string =>
  rules.roles.find((entry) => entry.role === role)?.label ?? role;
