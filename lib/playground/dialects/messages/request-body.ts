/** Builds the body of POST /v1/messages (wire-formats §3.2, §3.3) from the visible conversation. */

import { listResponseElements, listUserParts } from "#lib/playground/conversation/message-parts.ts";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import {
  type AssistantTurn,
  getChosenChoice,
  type ToolTurn,
  type Turn,
} from "#lib/playground/conversation/transcript.ts";
import { readBase64 } from "#lib/playground/files/decode-and-save.ts";
import { decodeBytes } from "#lib/playground/files/decode-base64.ts";
import { MESSAGES_TOOLS } from "#lib/playground/tools/notations/messages-tools.ts";
import { readArguments } from "#lib/playground/tools/read-arguments.ts";
import { toToolsField } from "#lib/playground/tools/tools.ts";
import { type Fields, fields } from "../json-fields.ts";
import type { Conversation, FileReference, TextRequest } from "../text-dialect.ts";
import { toMessagesFields } from "./body-fields.ts";

type Message = { role: "user" | "assistant" | "system"; content: Fields[] };
type ReadDataUrl = Conversation["readDataUrl"];

/** API version; the gateway requires one. */
const VERSION = "2023-06-01";

export async function buildMessagesRequest({
  model,
  settings,
  turns,
  readDataUrl,
}: Conversation): Promise<TextRequest> {
  const { system, parameters } = settings;
  const messages: Message[] = [];
  for (const turn of turns) {
    const message = await toMessage(turn, { model, readDataUrl });
    const before = messages.at(-1);
    if (message.content.length === 0) continue;
    // Results come first in the turn after their calls; the text that follows belongs to the same turn.
    if (before?.role === message.role) before.content.push(...message.content);
    else messages.push(message);
  }
  return {
    path: "/v1/messages",
    headers: { "provider-version": VERSION },
    body: {
      model,
      ...(system.trim() === "" ? {} : { system }),
      messages: messages.map(({ role, content }) => ({ role, content: asText(content) ?? content })),
      ...toToolsField(settings, MESSAGES_TOOLS),
      ...toMessagesFields(parameters),
      stream: true,
    },
  };
}

/** Returns the text when the content is a single text block. */
function asText(content: Fields[]): string | undefined {
  const [only, ...others] = content;
  const plain = only?.type === "text" && others.length === 0 && Object.keys(only).length === 2;
  return plain ? String(only.text) : undefined;
}

async function toMessage(
  turn: Turn,
  { model, readDataUrl }: { model: string; readDataUrl: ReadDataUrl },
): Promise<Message> {
  switch (turn.role) {
    case "user": {
      const blocks = listUserParts(turn).map((part) =>
        part.type === "text" ? { type: "text", text: part.text } : toFileBlock(part.attachment, readDataUrl),
      );
      return { role: "user", content: await Promise.all(blocks) };
    }
    // The API has no developer role: developer messages are sent as system.
    case "system":
    case "developer":
      return { role: "system", content: turn.text === "" ? [] : [{ type: "text", text: turn.text }] };
    case "tool":
      return { role: "user", content: toResults(turn) };
    case "assistant":
      return { role: "assistant", content: toAnswerBlocks(turn, model) };
    default:
      return turn satisfies never;
  }
}

export function refuseMessagesFile({ mediaType }: { mediaType: string }): string | undefined {
  if (!mediaType.startsWith("audio/")) return undefined;
  return "Messages doesn’t support audio. Use Chat (WAV, MP3) or Gemini.";
}

async function toFileBlock(file: FileReference, readDataUrl: ReadDataUrl): Promise<Fields> {
  const refusal = refuseMessagesFile(file);
  if (refusal) throw new Error(`${file.name}: ${refusal}`);
  const data = readBase64(await readDataUrl(file));
  const { mediaType, name } = file;
  if (mediaType.startsWith("image/")) {
    return { type: "image", source: { type: "base64", media_type: mediaType, data } };
  }
  if (mediaType === "application/pdf") {
    return { type: "document", source: { type: "base64", media_type: mediaType, data }, title: name };
  }
  const source = { type: "text", media_type: "text/plain", data: new TextDecoder().decode(decodeBytes(data)) };
  return { type: "document", source, title: name };
}

const toResults = ({ results }: ToolTurn): Fields[] =>
  results.map(({ callId, content, isError }) => ({
    type: "tool_result",
    tool_use_id: callId,
    content,
    ...(isError ? { is_error: true } : {}),
  }));

/**
 * Returns a response unchanged: blocks in their order, with thinking and its signature. A model accepts only its own,
 * finished thinking. A call without readable input is sent with an empty one.
 */
function toAnswerBlocks(turn: AssistantTurn, model: string): Fields[] {
  const choice = getChosenChoice(turn);
  if (choice && !choice.parts) return writeBlocks(choice);
  return (choice?.parts ?? []).flatMap(({ file: _none, ended, ...block }): Fields[] => {
    const isThinking = block.type === "thinking" || block.type === "redacted_thinking";
    if (isThinking && (turn.model !== model || ended !== true)) return [];
    if (block.type === "text" && block.text === "") return [];
    if (block.type === "tool_use" && !fields(block.input)) return [{ ...block, input: {} }];
    return [block];
  });
}

/** Writes an edited or converted response, which has no original blocks. */
const writeBlocks = (choice: ResponseChoice): Fields[] =>
  listResponseElements(choice).flatMap((part): Fields[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    if (part.type === "file") return [];
    const { id, name, arguments: written } = part.call;
    return [{ type: "tool_use", id, name, input: readArguments(written) }];
  });
