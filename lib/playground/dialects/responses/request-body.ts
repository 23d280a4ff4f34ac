/** Builds the body of POST /v1/responses (wire-formats §2.1, §2.2) from the visible conversation. */

import { listResponseElements, listUserParts } from "#lib/playground/conversation/message-parts.ts";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import {
  type AssistantTurn,
  getChosenChoice,
  type ToolTurn,
  type Turn,
} from "#lib/playground/conversation/transcript.ts";
import { readBase64 } from "#lib/playground/files/decode-and-save.ts";
import { RESPONSES_TOOLS } from "#lib/playground/tools/notations/responses-tools.ts";
import { writeResultContent } from "#lib/playground/tools/tool-results.ts";
import { toToolsField } from "#lib/playground/tools/tools.ts";
import type { Fields } from "../json-fields.ts";
import type { Conversation, FileReference, TextRequest } from "../text-dialect.ts";
import { toResponsesFields } from "./body-fields.ts";

type ReadDataUrl = Conversation["readDataUrl"];

export async function buildResponsesRequest({
  model,
  settings,
  turns,
  readDataUrl,
}: Conversation): Promise<TextRequest> {
  const { system, parameters } = settings;
  const followed = parameters.previous_response_id === true ? lastStored(turns) : undefined;
  const context = { model, readDataUrl, stored: parameters.store !== false, turns };
  const input: Fields[] = [];
  for (const turn of turns.slice(followed ? turns.indexOf(followed) + 1 : 0)) {
    input.push(...(await toItems(turn, context)));
  }
  return {
    path: "/v1/responses",
    body: {
      model,
      ...(system.trim() === "" ? {} : { instructions: system }),
      input,
      ...(followed ? { previous_response_id: followed.answer.responseId } : {}),
      ...toToolsField(settings, RESPONSES_TOOLS),
      ...toResponsesFields(parameters),
      stream: true,
    },
  };
}

/** Returns the newest complete response with an id; a failed one is not stored. */
function lastStored(turns: readonly Turn[]): AssistantTurn | undefined {
  const answers = turns.filter((turn): turn is AssistantTurn => turn.role === "assistant");
  const last = answers.findLast(({ answer }) => answer.choices.length > 0);
  return last?.answer.responseId && last.state === "complete" ? last : undefined;
}

type Context = { model: string; readDataUrl: ReadDataUrl; stored: boolean; turns: readonly Turn[] };

async function toItems(turn: Turn, context: Context): Promise<Fields[]> {
  switch (turn.role) {
    case "user": {
      if (turn.attachments.length === 0 && !turn.parts) return [{ role: "user", content: turn.text }];
      const parts = listUserParts(turn).map((part) =>
        part.type === "text"
          ? { type: "input_text", text: part.text }
          : toFilePart(part.attachment, context.readDataUrl),
      );
      return [{ role: "user", content: await Promise.all(parts) }];
    }
    case "system":
    case "developer":
      return [{ role: turn.role, content: turn.text }];
    case "tool":
      return toOutputs(turn, context.turns);
    case "assistant":
      return toAnswerItems(turn, context);
    default:
      return turn satisfies never;
  }
}

export function refuseResponsesFile({ mediaType }: { mediaType: string }): string | undefined {
  if (!mediaType.startsWith("audio/")) return undefined;
  return "Responses doesn’t support audio. Use Chat (WAV, MP3) or Gemini.";
}

async function toFilePart(file: FileReference, readDataUrl: ReadDataUrl): Promise<Fields> {
  const refusal = refuseResponsesFile(file);
  if (refusal) throw new Error(`${file.name}: ${refusal}`);
  const url = await readDataUrl(file);
  if (file.mediaType.startsWith("image/")) return { type: "input_image", image_url: url };
  return { type: "input_file", filename: file.name, file_data: url };
}

/** Writes tool results; the type of an output item follows the call's type. */
function toOutputs({ results }: ToolTurn, turns: readonly Turn[]): Fields[] {
  const calls = turns.flatMap((turn) => (turn.role === "assistant" ? (getChosenChoice(turn)?.toolCalls ?? []) : []));
  return results.map((result) => ({
    type:
      calls.find(({ id }) => id === result.callId)?.kind === "custom"
        ? "custom_tool_call_output"
        : "function_call_output",
    call_id: result.callId,
    output: writeResultContent(result),
  }));
}

/**
 * Returns a response unchanged: items in their order, with reasoning. A model accepts only its own reasoning, and only
 * when the server stored it or the item carries it. An unfinished item is sent as the text so far.
 */
async function toAnswerItems(
  turn: AssistantTurn,
  { model, readDataUrl, stored }: Omit<Context, "turns">,
): Promise<Fields[]> {
  const choice = getChosenChoice(turn);
  if (choice && !choice.parts) return writeItems(choice);
  const items: Fields[] = [];
  for (const { file: index, ...item } of choice?.parts ?? []) {
    const file = index === undefined ? undefined : choice?.files?.[index];
    if (item.type === "reasoning" && (turn.model !== model || !(stored || item.encrypted_content))) continue;
    // The gateway's responses repeat a message's text beside its content (§2.5).
    const { text: _repeated, ...rest } = item;
    if (file) {
      const result = readBase64(await readDataUrl({ ...file, name: "A generated image" }));
      items.push({ ...rest, result });
    } else if (index === undefined) items.push(rest);
  }
  return dropLoneReasoning(items);
}

/** Drops reasoning at the end: upstreams require the item that it led to. */
function dropLoneReasoning(items: Fields[]): Fields[] {
  const end = items.findLastIndex(({ type }) => type !== "reasoning");
  return items.slice(0, end + 1);
}

/** Writes an edited or converted response, which has no original items. */
function writeItems(choice: ResponseChoice): Fields[] {
  const items = listResponseElements(choice).flatMap((part): Fields[] => {
    if (part.type === "text") return [toMessageItem({ type: "output_text", text: part.text, annotations: [] })];
    if (part.type === "file") return [];
    const { kind, id, name, arguments: written } = part.call;
    return kind === "custom"
      ? [{ type: "custom_tool_call", call_id: id, name, input: written }]
      : [{ type: "function_call", call_id: id, name, arguments: written }];
  });
  return choice.refusal === "" ? items : [toMessageItem({ type: "refusal", refusal: choice.refusal }), ...items];
}

const toMessageItem = (content: Fields): Fields => ({ type: "message", role: "assistant", content: [content] });
