/** Reads a body of POST /v1/messages (wire-formats §3.2, §3.3) into the page's turns and settings. */

import type { UserPart } from "#lib/playground/conversation/transcript.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { readSettings } from "#lib/playground/sharing/imports/read-settings.ts";
import { type Fields, fields, fieldsList, string } from "../json-fields.ts";
import { createRequestReader, type ReadRequest, type RequestReader } from "../request-reader.ts";
import { MESSAGES } from "./dialect.ts";
import { createMessagesReader } from "./response-reader.ts";

/** Fields that the page writes itself, or that are read elsewhere. */
const OWN = new Set(["model", "messages", "system", "tools", "stream"]);

export async function readMessagesRequest(body: Fields): Promise<ReadRequest> {
  const reader = createRequestReader(string(body.model));
  for (const message of fieldsList(body.messages)) await readMessage(message, reader);
  const { settings, problems } = readSettings(
    {
      model: string(body.model),
      system: getText(body.system),
      toolsText: body.tools === undefined ? "" : formatJson(body.tools),
      parameters: readParameters(body, reader),
    },
    MESSAGES,
  );
  return { settings, turns: reader.turns, files: reader.files, notes: [...problems, ...reader.notes()] };
}

function readParameters(body: Fields, reader: RequestReader): Fields {
  const values: Fields = {};
  const spread = (given: unknown, names: { [field: string]: string }, from: string) => {
    for (const [field, value] of Object.entries(fields(given) ?? {})) {
      const name = names[field];
      if (name) values[name] = value;
      else reader.note(`${from}.${field}: this page has no such setting.`);
    }
  };
  for (const [name, value] of Object.entries(body)) {
    if (OWN.has(name) || value === null || value === undefined) continue;
    if (name === "thinking")
      spread(value, { type: "thinking", budget_tokens: "budget_tokens", display: "display" }, name);
    else if (name === "output_config") spread(value, { effort: "effort", format: "format" }, name);
    else if (name === "metadata") spread(value, { user_id: "user_id" }, name);
    else if (name === "tool_choice") Object.assign(values, readToolChoice(fields(value) ?? {}));
    else if (name === "cache_control") values.cache_control = fields(value)?.ttl ?? "5m";
    else values[name] = value;
  }
  const schema = fields(values.format)?.schema;
  if (schema) values.format = { type: "json_schema", schemaText: formatJson(schema) };
  return values;
}

function readToolChoice({ type, name, disable_parallel_tool_use: single }: Fields): Fields {
  return {
    tool_choice: type === "tool" ? `function:${string(name)}` : type,
    ...(single === undefined ? {} : { disable_parallel_tool_use: single }),
  };
}

async function readMessage({ role, content }: Fields, reader: RequestReader): Promise<void> {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : fieldsList(content);
  if (role === "assistant") {
    await reader.addAnswer(createMessagesReader(), { type: "message", role, content: blocks });
    return;
  }
  if (role === "system") {
    reader.addInstruction(role, getText(content));
    return;
  }
  if (role !== "user") {
    reader.note(`A message of the role “${String(role)}” was ignored.`);
    return;
  }
  for (const block of blocks) if (block.type === "tool_result") readResult(block, reader);
  reader.addUser(blocks.flatMap((block) => readBlock(block, reader)));
}

function readResult(block: Fields, reader: RequestReader): void {
  const callId = string(block.tool_use_id);
  if (fieldsList(block.content).some(({ type }) => type !== "text"))
    reader.note("Images and documents in tool results were ignored.");
  reader.addResult({
    callId,
    name: reader.findCall(callId)?.name ?? "",
    content: getText(block.content),
    ...(block.is_error === true ? { isError: true } : {}),
  });
}

const getText = (content: unknown): string =>
  typeof content === "string"
    ? content
    : fieldsList(content)
        .map(({ text }) => string(text))
        .filter((text) => text !== "")
        .join("\n\n");

function readBlock(block: Fields, reader: RequestReader): UserPart[] {
  if (block.cache_control !== undefined)
    reader.note("Prompt cache marks on single blocks were ignored: this page sets one for the whole request.");
  switch (block.type) {
    case "text":
      return [{ type: "text", text: string(block.text) }];
    case "tool_result":
      return [];
    case "image":
    case "document":
      return readSource(fields(block.source) ?? {}, string(block.title), reader);
    default:
      reader.note(`A block of the type “${String(block.type)}” was ignored.`);
      return [];
  }
}

function readSource(source: Fields, title: string, reader: RequestReader): UserPart[] {
  const { type, media_type: mediaType, data, url, file_id: id } = source;
  if (type === "base64") return reader.filePart(`data:${string(mediaType)};base64,${string(data)}`, title);
  if (type !== "text") return reader.filePart(string(url) || string(id), title);
  const bytes = new TextEncoder().encode(string(data));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return reader.filePart(`data:text/plain;base64,${base64}`, title || "Document.txt");
}
