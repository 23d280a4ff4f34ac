/** Builds the body of `:streamGenerateContent` (wire-formats §4.2 to §4.6) from the visible conversation. */
import { isRecord } from "#lib/contract/is-record.ts";
import { listResponseElements, listUserParts } from "#lib/playground/conversation/message-parts.ts";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import {
  type AssistantTurn,
  getChosenChoice,
  type SystemTurn,
  type ToolTurn,
  type Turn,
} from "#lib/playground/conversation/transcript.ts";
import { readBase64 } from "#lib/playground/files/decode-and-save.ts";
import { GENERATE_CONTENT_TOOLS } from "#lib/playground/tools/notations/generate-content-tools.ts";
import { readArguments } from "#lib/playground/tools/read-arguments.ts";
import { toToolsField } from "#lib/playground/tools/tools.ts";
import type { Conversation, FileReference, TextRequest } from "../text-dialect.ts";

import { toGenerationConfig, toToolConfig } from "./body-fields.ts";

type Part = Record<string, unknown>;
type Content = { role: "user" | "model"; parts: Part[] };
type ReadDataUrl = Conversation["readDataUrl"];

export async function buildGenerateContentRequest({
  model,
  settings,
  turns,
  readDataUrl,
}: Conversation): Promise<TextRequest> {
  const contents: Content[] = [];
  const instructions = [settings.system, ...turns.map((turn) => (isInstruction(turn) ? turn.text : ""))]
    .filter((text) => text.trim() !== "")
    .join("\n\n");
  for (const turn of turns) contents.push(...(await toContents(turn, readDataUrl)));
  const generationConfig = toGenerationConfig(settings.parameters);
  return {
    path: `/v1beta/models/${model.split("/").map(encodeURIComponent).join("/")}:streamGenerateContent?alt=sse`,
    body: {
      contents,
      ...(instructions === "" ? {} : { systemInstruction: { parts: [{ text: instructions }] } }),
      ...toToolsField(settings, GENERATE_CONTENT_TOOLS),
      ...toToolConfig(settings.parameters),
      ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
    },
  };
}

const isInstruction = (turn: Turn): turn is SystemTurn => turn.role === "system" || turn.role === "developer";

async function toContents(turn: Turn, readDataUrl: ReadDataUrl): Promise<Content[]> {
  switch (turn.role) {
    case "user": {
      const parts = listUserParts(turn).map((part) =>
        part.type === "text" ? { text: part.text } : toInlineData(part.attachment, readDataUrl),
      );
      return [{ role: "user", parts: await Promise.all(parts) }];
    }
    // The API has instructions only before the conversation.
    case "system":
    case "developer":
      return [];
    case "tool":
      return [{ role: "user", parts: toFunctionResponses(turn) }];
    case "assistant":
      return toModelContent(turn, readDataUrl);
    default:
      return turn satisfies never;
  }
}

/**
 * Returns a response unchanged: parts in their order, with images and thought signatures. Omits one that failed without
 * content.
 */
async function toModelContent(turn: AssistantTurn, readDataUrl: ReadDataUrl): Promise<Content[]> {
  const choice = getChosenChoice(turn);
  if (choice && !choice.parts) return writeModelContent(choice, readDataUrl);
  const parts: Part[] = [];
  for (const { file: index, ...part } of choice?.parts ?? []) {
    const file = index === undefined ? undefined : choice?.files?.[index];
    if (file) parts.push({ ...part, ...(await toInlineData({ ...file, name: "A generated image" }, readDataUrl)) });
    else if (index === undefined) parts.push(part);
  }
  return parts.length === 0 ? [] : [{ role: "model", parts }];
}

/** Writes an edited or converted response, which has no original parts. */
async function writeModelContent(choice: ResponseChoice, readDataUrl: ReadDataUrl): Promise<Content[]> {
  const parts = await Promise.all(
    listResponseElements(choice).map((part): Part | Promise<Part> => {
      if (part.type === "text") return { text: part.text };
      if (part.type === "file") return toInlineData({ ...part.file, name: "A generated file" }, readDataUrl);
      const { id, name, arguments: written } = part.call;
      return { functionCall: { ...(isOwnId(id) ? {} : { id }), name, args: readArguments(written) } };
    }),
  );
  return parts.length === 0 ? [] : [{ role: "model", parts }];
}

async function toInlineData(file: FileReference, readDataUrl: ReadDataUrl): Promise<Part> {
  return { inlineData: { mimeType: file.mediaType, data: readBase64(await readDataUrl(file)) } };
}

/** Writes tool results. A function response is an object (§4.3); other text goes under `result`. */
function toFunctionResponses({ results }: ToolTurn): Part[] {
  return results.map(({ callId, name, content, isError }) => ({
    functionResponse: {
      ...(isOwnId(callId) ? {} : { id: callId }),
      name,
      response: isError ? { error: content } : toObject(content),
    },
  }));
}

function toObject(content: string): unknown {
  try {
    const value: unknown = JSON.parse(content);
    if (isRecord(value)) return value;
    return { result: value };
  } catch {
    return { result: content };
  }
}

/** Returns an id for a call, which the page needs; only newer models send one. */
export const createCallId = (choice: ResponseChoice): string => `own-${choice.toolCalls.length}`;
const isOwnId = (id: string) => /^own-\d+$/.test(id);
