/** Builds the body of POST /v1/chat/completions (wire-formats §1) from the visible conversation. */

import { toBodyFields } from "../chat/chat-parameters.ts";
import { type ChatSettings, EMPTY_SETTINGS } from "../chat/chat-settings.ts";
import { listUserParts } from "../conversation/message-parts.ts";
import {
  type AssistantTurn,
  type Attachment,
  getChosenChoice,
  type Turn,
  type UserPart,
} from "../conversation/transcript.ts";
import { readBase64 } from "../files/decode-and-save.ts";
import { CHAT_TOOLS } from "../tools/notations/chat-tools.ts";
import { writeResultContent } from "../tools/tool-results.ts";
import { toToolsField } from "../tools/tools.ts";

export { type ChatSettings, EMPTY_SETTINGS };

export type ChatBody = { model: string; messages: object[]; stream: true } & Record<string, unknown>;

/**
 * @param turns the conversation before the requested response
 * @param readDataUrl returns an attachment's bytes as a data URL; rejects when they are gone
 */
export async function buildChatBody({
  model,
  settings,
  turns,
  readDataUrl,
}: {
  model: string;
  settings: ChatSettings;
  turns: readonly Turn[];
  readDataUrl: (attachment: Attachment) => Promise<string>;
}): Promise<ChatBody> {
  const messages: object[] = [];
  if (settings.system.trim() !== "") messages.push({ role: "system", content: settings.system });
  for (const turn of turns) messages.push(...(await toMessages(turn, readDataUrl)));
  return {
    model,
    messages,
    ...toToolsField(settings, CHAT_TOOLS),
    ...toBodyFields(settings.parameters),
    stream: true,
    stream_options: { include_usage: true },
  };
}

type ReadDataUrl = (attachment: Attachment) => Promise<string>;

async function toMessages(turn: Turn, readDataUrl: ReadDataUrl): Promise<object[]> {
  switch (turn.role) {
    case "system":
    case "developer":
      return [{ role: turn.role, content: turn.text }];
    case "user": {
      if (turn.attachments.length === 0 && !turn.parts) return [{ role: "user", content: turn.text }];
      const content = await Promise.all(listUserParts(turn).map((part) => toPart(part, readDataUrl)));
      return [{ role: "user", content }];
    }
    case "tool":
      return turn.results.map((result) => ({
        role: "tool",
        tool_call_id: result.callId,
        content: writeResultContent(result),
      }));
    case "assistant":
      return toAssistantMessage(turn);
    default:
      return turn satisfies never;
  }
}

async function toPart(part: UserPart, readDataUrl: ReadDataUrl): Promise<object> {
  if (part.type === "text") return { type: "text", text: part.text };
  const { attachment } = part;
  const refusal = refuseChatFile(attachment);
  if (refusal) throw new Error(`${attachment.name}: ${refusal}`);
  const url = await readDataUrl(attachment);
  if (attachment.mediaType.startsWith("image/")) return { type: "image_url", image_url: { url } };
  const format = AUDIO_FORMATS[attachment.mediaType];
  if (format) return { type: "input_audio", input_audio: { data: readBase64(url), format } };
  return { type: "file", file: { filename: attachment.name, file_data: url } };
}

/** The two audio formats, by media type (wire-formats §1.2). */
const AUDIO_FORMATS: Record<string, "wav" | "mp3"> = { "audio/wav": "wav", "audio/mpeg": "mp3" };

export function refuseChatFile({ mediaType }: { mediaType: string }): string | undefined {
  if (!mediaType.startsWith("audio/") || AUDIO_FORMATS[mediaType]) return undefined;
  return "Chat Completions supports WAV and MP3 audio only. Convert the file, or use Gemini.";
}

/** Writes a response. Omits one that failed without content: many models refuse an empty assistant message. */
function toAssistantMessage(turn: AssistantTurn): object[] {
  const choice = getChosenChoice(turn);
  if (!choice) return [];
  const calls = choice.toolCalls.map((call) =>
    call.kind === "custom"
      ? { id: call.id, type: "custom", custom: { name: call.name, input: call.arguments } }
      : { id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } },
  );
  if (choice.text === "" && choice.refusal === "" && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      content: choice.text === "" ? null : choice.text,
      ...(choice.refusal === "" ? {} : { refusal: choice.refusal }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}
