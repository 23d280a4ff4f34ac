/** Detects the API of a request body, and reads the body into a page's turns and settings. */
import { readGenerateContentRequest } from "#lib/playground/dialects/generate-content/read-request.ts";
import { type Fields, fields, fieldsList } from "#lib/playground/dialects/json-fields.ts";
import { readMessagesRequest } from "#lib/playground/dialects/messages/read-request.ts";
import { readChatRequest } from "#lib/playground/dialects/read-chat-request.ts";
import type { ReadRequest } from "#lib/playground/dialects/request-reader.ts";
import { readResponsesRequest } from "#lib/playground/dialects/responses/read-request.ts";
import type { TextPage } from "#lib/playground/history/history.ts";

/** @param preferred decides when two APIs would accept the body */
export function detectPage(body: Fields, preferred?: TextPage): TextPage | undefined {
  if (Array.isArray(body.contents) || typeof body.contents === "string") return "generate-content";
  if (Array.isArray(body.messages)) {
    if (isMessagesOnly(body)) return "messages";
    return preferred === "messages" && !isChatOnly(body) ? "messages" : "chat";
  }
  return Array.isArray(body.input) || typeof body.input === "string" ? "responses" : undefined;
}

const MESSAGES_BLOCKS = new Set(["tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document"]);

/** Returns true for a body with blocks or fields that only the Messages API has. */
function isMessagesOnly(body: Fields): boolean {
  if (body.system !== undefined || body.thinking !== undefined || body.stop_sequences !== undefined) return true;
  if (fieldsList(body.tools).some((tool) => tool.input_schema !== undefined)) return true;
  const blocks = fieldsList(body.messages).flatMap(({ content }) => fieldsList(content));
  return blocks.some(({ type }) => MESSAGES_BLOCKS.has(String(type)));
}

function isChatOnly(body: Fields): boolean {
  const roles = fieldsList(body.messages).map(({ role }) => role);
  if (roles.includes("tool") || roles.includes("developer") || roles[0] === "system") return true;
  return fieldsList(body.tools).some((tool) => fields(tool.function) !== undefined);
}

/** @param model for APIs that have it in the path, not in the body */
export function readBody(page: TextPage, body: Fields, model?: string): Promise<ReadRequest> {
  switch (page) {
    case "chat":
      return readChatRequest(body);
    case "responses":
      return readResponsesRequest(body);
    case "messages":
      return readMessagesRequest(body);
    case "generate-content":
      return readGenerateContentRequest(body, model);
    default:
      return page satisfies never;
  }
}
