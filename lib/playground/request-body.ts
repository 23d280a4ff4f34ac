/** Builds the body of POST /v1/chat/completions (wire-formats §1) from what is on screen. */

import { toBodyFields } from "./chat-parameters.ts";
import type { ParameterValues } from "./parameter-definition.ts";
import { CHAT_TOOLS, parseTools } from "./tools.ts";
import { type AssistantTurn, type Attachment, chosenOf, type Turn } from "./transcript.ts";

export type ChatSettings = {
  /** Absent: the gateway's default model. */
  model?: string;
  system: string;
  parameters: ParameterValues;
  /** The `tools` array as text; blank is unset. */
  toolsText: string;
};

export const EMPTY_SETTINGS: ChatSettings = { system: "", parameters: {}, toolsText: "" };

export type ChatBody = { model: string; messages: object[]; stream: true } & Record<string, unknown>;

/**
 * @param turns the conversation up to and without the answer asked for
 * @param readDataUrl gives an attachment's bytes as a data URL; rejects when they are gone
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
  const tools = parseTools(settings.toolsText, CHAT_TOOLS).tools;
  return {
    model,
    messages,
    ...(tools?.length ? { tools: tools.map((tool) => tool.raw) } : {}),
    ...toBodyFields(settings.parameters),
    stream: true,
    stream_options: { include_usage: true },
  };
}

async function toMessages(turn: Turn, readDataUrl: (attachment: Attachment) => Promise<string>): Promise<object[]> {
  switch (turn.role) {
    case "user": {
      if (turn.attachments.length === 0) return [{ role: "user", content: turn.text }];
      const parts: object[] = [];
      for (const attachment of turn.attachments) parts.push(toPart(attachment, await readDataUrl(attachment)));
      if (turn.text !== "") parts.push({ type: "text", text: turn.text });
      return [{ role: "user", content: parts }];
    }
    case "tool":
      return turn.results.map((result) => ({ role: "tool", tool_call_id: result.callId, content: result.content }));
    case "assistant":
      return toAssistantMessage(turn);
    default:
      return turn satisfies never;
  }
}

function toPart(attachment: Attachment, url: string): object {
  if (attachment.mediaType.startsWith("image/")) return { type: "image_url", image_url: { url } };
  return { type: "file", file: { filename: attachment.name, file_data: url } };
}

/** An answer that failed before it said anything is left out: an empty assistant message is refused by many models. */
function toAssistantMessage(turn: AssistantTurn): object[] {
  const choice = chosenOf(turn);
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
