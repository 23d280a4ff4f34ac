/** Reads a body of POST /v1/responses (wire-formats §2.1, §2.2) into the page's turns and settings. */

import type { UserPart } from "#lib/playground/conversation/transcript.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { readSettings } from "#lib/playground/sharing/imports/read-settings.ts";
import { type Fields, fields, fieldsList, string } from "../json-fields.ts";
import { createRequestReader, type ReadRequest, type RequestReader } from "../request-reader.ts";
import { ENCRYPTED_REASONING, OUTPUT_LOGPROBS } from "./body-fields.ts";
import { RESPONSES } from "./dialect.ts";
import { createResponsesReader } from "./response-reader.ts";

/** Fields that the page writes itself, or that are read elsewhere. */
const OWN = new Set(["model", "input", "instructions", "tools", "stream"]);

export async function readResponsesRequest(body: Fields): Promise<ReadRequest> {
  const reader = createRequestReader(string(body.model));
  await readItems(
    typeof body.input === "string" ? [{ role: "user", content: body.input }] : fieldsList(body.input),
    reader,
  );
  const { settings, problems } = readSettings(
    {
      model: string(body.model),
      system: string(body.instructions),
      toolsText: body.tools === undefined ? "" : formatJson(body.tools),
      parameters: readParameters(body, reader),
    },
    RESPONSES,
  );
  return { settings, turns: reader.turns, files: reader.files, notes: [...problems, ...reader.notes()] };
}

function readParameters(body: Fields, reader: RequestReader): Fields {
  const values: Fields = {};
  const spread = (given: unknown, names: readonly string[], from: string) => {
    for (const [field, value] of Object.entries(fields(given) ?? {})) {
      if (names.includes(field)) values[field] = value;
      else reader.note(`${from}.${field}: this page has no such setting.`);
    }
  };
  for (const [name, value] of Object.entries(body)) {
    if (OWN.has(name) || value === null || value === undefined) continue;
    if (name === "reasoning") spread(value, ["effort", "summary"], name);
    else if (name === "text") spread(value, ["verbosity", "format"], name);
    else if (name === "include") readInclude(value, values, reader);
    else if (name === "tool_choice") values.tool_choice = readToolChoice(value);
    else if (name === "previous_response_id")
      reader.note("previous_response_id: earlier responses stored on the server don’t carry over.");
    else values[name] = value;
  }
  const { type, name, schema, strict } = fields(values.format) ?? {};
  if (type === "json_schema") {
    const given = typeof strict === "boolean" ? { strict } : {};
    values.format = { type, name: string(name), schemaText: formatJson(schema ?? {}), ...given };
  }
  return values;
}

function readInclude(value: unknown, values: Fields, reader: RequestReader): void {
  for (const name of Array.isArray(value) ? value : []) {
    if (name === ENCRYPTED_REASONING) values.include = true;
    else if (name === OUTPUT_LOGPROBS) values.logprobs = true;
    else reader.note(`include “${String(name)}”: this page has no such setting.`);
  }
}

function readToolChoice(choice: unknown): unknown {
  const { type, name } = fields(choice) ?? {};
  return type === "function" && typeof name === "string" ? `function:${name}` : choice;
}

/** Reads the items; consecutive items of the model are one response. */
async function readItems(items: readonly Fields[], reader: RequestReader): Promise<void> {
  let answer: Fields[] = [];
  const endAnswer = async () => {
    if (answer.length === 0) return;
    const output = answer;
    answer = [];
    await reader.addAnswer(createResponsesReader({ saveFile: async () => {} }), {
      object: "response",
      status: "completed",
      output,
    });
  };
  for (const item of items) {
    const isMessage = item.type === undefined || item.type === "message";
    const given = isMessage && item.role !== "assistant";
    const result = item.type === "function_call_output" || item.type === "custom_tool_call_output";
    if (given || result) await endAnswer();
    if (given) readMessage(item, reader);
    else if (result) readResult(item, reader);
    else if (item.type === "item_reference")
      reader.note("An item referenced by ID was ignored: only the server has it.");
    else answer.push(isMessage ? toMessageItem(item) : item);
  }
  await endAnswer();
}

function toMessageItem({ content, ...item }: Fields): Fields {
  const parts = typeof content === "string" ? [{ type: "output_text", text: content, annotations: [] }] : content;
  return { ...item, type: "message", role: "assistant", content: parts };
}

function readMessage({ role, content }: Fields, reader: RequestReader): void {
  const parts = typeof content === "string" ? [{ type: "input_text", text: content }] : fieldsList(content);
  if (role === "system" || role === "developer") {
    reader.addInstruction(role, parts.map(({ text }) => string(text)).join("\n\n"));
  } else if (role === "user") reader.addUser(parts.flatMap((part) => readPart(part, reader)));
  else reader.note(`A message of the role “${String(role)}” was ignored.`);
}

function readPart(part: Fields, reader: RequestReader): UserPart[] {
  switch (part.type) {
    case "input_text":
      return [{ type: "text", text: string(part.text) }];
    case "input_image":
      return reader.filePart(string(part.image_url) || string(part.file_id));
    case "input_file":
      return reader.filePart(
        string(part.file_data) || string(part.file_url) || string(part.file_id),
        string(part.filename),
      );
    default:
      reader.note(`A part of the type “${String(part.type)}” was ignored.`);
      return [];
  }
}

function readResult({ call_id: id, output }: Fields, reader: RequestReader): void {
  const callId = string(id);
  const content =
    typeof output === "string"
      ? output
      : fieldsList(output)
          .map(({ text }) => string(text))
          .join("\n\n");
  reader.addResult({ callId, name: reader.findCall(callId)?.name ?? "", content });
}
