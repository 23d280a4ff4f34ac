/** Reads a body of POST /v1/chat/completions (wire-formats §1) into the page's turns and settings. */
import { createResponseReader } from "../conversation/model-response.ts";
import type { UserPart } from "../conversation/transcript.ts";
import { formatJson } from "../json-text/format-json.ts";
import type { ResponseFormat } from "../parameters/parameter-definition.ts";
import { readSettings } from "../sharing/imports/read-settings.ts";
import { type Fields, fields, fieldsList, string } from "./json-fields.ts";
import { OPENAI_CHAT } from "./openai-chat.ts";
import { createRequestReader, type ReadRequest, type RequestReader } from "./request-reader.ts";

/** Fields that the page writes itself, or that are read elsewhere. */
const OWN = new Set(["model", "messages", "tools", "stream", "stream_options"]);

export async function readChatRequest(body: Fields): Promise<ReadRequest> {
  const reader = createRequestReader(string(body.model));
  const messages = fieldsList(body.messages);
  const [first, ...rest] = messages;
  const hasSystem = first?.role === "system";
  for (const message of hasSystem ? rest : messages) await readMessage(message, reader);
  const { settings, problems } = readSettings(
    {
      model: string(body.model),
      system: hasSystem ? getText(first.content) : "",
      toolsText: body.tools === undefined ? "" : formatJson(body.tools),
      parameters: readParameters(body),
    },
    OPENAI_CHAT,
  );
  if (body.max_tokens !== undefined) reader.note("max_tokens became max_completion_tokens, its newer name.");
  return { settings, turns: reader.turns, files: reader.files, notes: [...problems, ...reader.notes()] };
}

function readParameters(body: Fields): Fields {
  const values: Fields = {};
  for (const [name, value] of Object.entries(body)) {
    if (OWN.has(name) || value === null || value === undefined) continue;
    if (name === "max_tokens") values.max_completion_tokens ??= value;
    else if (name === "stop") values.stop = Array.isArray(value) ? value : [value];
    else if (name === "tool_choice") values.tool_choice = readToolChoice(value);
    else if (name === "response_format") values.response_format = readResponseFormat(fields(value) ?? {});
    else values[name] = value;
  }
  return values;
}

function readToolChoice(choice: unknown): unknown {
  const named = fields(fields(choice)?.function)?.name;
  return typeof named === "string" ? `function:${named}` : choice;
}

function readResponseFormat({ type, json_schema: given }: Fields): ResponseFormat | Fields {
  const schema = fields(given);
  if (type !== "json_schema" || !schema) return { type };
  return {
    type,
    name: string(schema.name),
    schemaText: formatJson(schema.schema ?? {}),
    ...(typeof schema.strict === "boolean" ? { strict: schema.strict } : {}),
  };
}

async function readMessage(message: Fields, reader: RequestReader): Promise<void> {
  const { role, content } = message;
  switch (role) {
    case "user":
      reader.addUser(typeof content === "string" ? [{ type: "text", text: content }] : readParts(content, reader));
      return;
    case "system":
    case "developer":
      reader.addInstruction(role, getText(content));
      return;
    case "assistant":
      await reader.addAnswer(createResponseReader(), {
        choices: [{ message: { ...message, content: getText(content) } }],
      });
      return;
    case "tool": {
      const callId = string(message.tool_call_id);
      reader.addResult({ callId, name: reader.findCall(callId)?.name ?? "", content: getText(content) });
      return;
    }
    default:
      reader.note(`A message of the role “${String(role)}” was ignored.`);
  }
}

const getText = (content: unknown): string =>
  typeof content === "string"
    ? content
    : fieldsList(content)
        .map(({ text, refusal }) => string(text) || string(refusal))
        .join("");

function readParts(content: unknown, reader: RequestReader): UserPart[] {
  return fieldsList(content).flatMap((part): UserPart[] => {
    switch (part.type) {
      case "text":
        return [{ type: "text", text: string(part.text) }];
      case "image_url":
        return reader.filePart(string(fields(part.image_url)?.url) || string(part.image_url));
      case "input_audio": {
        const { data, format } = fields(part.input_audio) ?? {};
        return reader.filePart(`data:${format === "wav" ? "audio/wav" : "audio/mpeg"};base64,${string(data)}`);
      }
      case "file": {
        const { file_data: data, filename, file_id: id } = fields(part.file) ?? {};
        return reader.filePart(string(data) || string(id), string(filename));
      }
      default:
        reader.note(`A part of the type “${String(part.type)}” was ignored.`);
        return [];
    }
  });
}
