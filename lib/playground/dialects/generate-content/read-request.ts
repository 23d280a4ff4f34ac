/** Reads a body of `:generateContent` (wire-formats §4.2 to §4.6) into the page's turns and settings. */

import type { UserPart } from "#lib/playground/conversation/transcript.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { readSettings } from "#lib/playground/sharing/imports/read-settings.ts";
import { type Fields, fields, fieldsList, string } from "../json-fields.ts";
import { createRequestReader, type ReadRequest, type RequestReader } from "../request-reader.ts";
import { GENERATE_CONTENT } from "./dialect.ts";
import { createGenerateContentReader } from "./response-reader.ts";

const OWN = new Set(["contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "model"]);

/** @param model from the path: the body has none */
export async function readGenerateContentRequest(given: Fields, model = ""): Promise<ReadRequest> {
  const body = toCamelCase(given);
  const reader = createRequestReader(model);
  const contents = typeof body.contents === "string" ? [{ parts: [{ text: body.contents }] }] : body.contents;
  for (const content of fieldsList(contents)) await readContent(content, reader);
  for (const name of Object.keys(body)) {
    if (!OWN.has(name)) reader.note(`${name}: this page has no such setting.`);
  }
  const { settings, problems } = readSettings(
    {
      model,
      system: fieldsList(fields(body.systemInstruction)?.parts)
        .map(({ text }) => string(text))
        .join("\n\n"),
      toolsText: body.tools === undefined ? "" : formatJson(fieldsList(body.tools).map(toCamelCase)),
      parameters: { ...readConfig(toCamelCase(body.generationConfig), reader), ...readMode(body.toolConfig, reader) },
    },
    GENERATE_CONTENT,
  );
  return { settings, turns: reader.turns, files: reader.files, notes: [...problems, ...reader.notes()] };
}

/** Returns the body with camelCase names; the API accepts both forms. */
function toCamelCase(value: unknown): Fields {
  const entries = Object.entries(fields(value) ?? {});
  return Object.fromEntries(
    entries.map(([name, entry]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      entry,
    ]),
  );
}

function readConfig(config: Fields, reader: RequestReader): Fields {
  const values: Fields = {};
  const spread = (given: unknown, names: readonly string[], from: string) => {
    for (const [field, value] of Object.entries(toCamelCase(given))) {
      if (names.includes(field)) values[field] = value;
      else reader.note(`${from}.${field}: this page has no such setting.`);
    }
  };
  const { responseMimeType: type, responseJsonSchema, responseSchema, ...rest } = config;
  for (const [name, value] of Object.entries(rest)) {
    if (value === null || value === undefined) continue;
    if (name === "imageConfig") spread(value, ["aspectRatio"], name);
    else if (name === "thinkingConfig") spread(value, ["thinkingLevel", "thinkingBudget", "includeThoughts"], name);
    else if (name === "responseModalities") values[name] = Array.isArray(value) ? value.join(", ") : value;
    else values[name] = value;
  }
  const schema = responseJsonSchema ?? responseSchema;
  if (schema !== undefined) values.responseFormat = { type: "json_schema", schemaText: formatJson(schema) };
  else if (type === "application/json") values.responseFormat = { type: "json_object" };
  else if (type === "text/plain") values.responseFormat = { type: "text" };
  else if (type !== undefined) reader.note(`responseMimeType “${String(type)}”: this page has no such setting.`);
  return values;
}

function readMode(config: unknown, reader: RequestReader): Fields {
  if (config === undefined) return {};
  const { mode, allowedFunctionNames: names } = toCamelCase(toCamelCase(config).functionCallingConfig);
  if (Array.isArray(names) && names.length === 1) return { mode: `function:${String(names[0])}` };
  if (Array.isArray(names)) reader.note("allowedFunctionNames: this page supports one function or none.");
  return mode === undefined ? {} : { mode };
}

async function readContent({ role, parts: given }: Fields, reader: RequestReader): Promise<void> {
  const parts = fieldsList(given).map(toCamelCase);
  if (role === "model") {
    const answer = createGenerateContentReader({ saveFile: async () => {} });
    await reader.addAnswer(answer, { candidates: [{ content: { role, parts } }] });
    return;
  }
  for (const part of parts) if (part.functionResponse) readResult(fields(part.functionResponse) ?? {}, reader);
  reader.addUser(parts.flatMap((part) => readPart(part, reader)));
}

function readPart(part: Fields, reader: RequestReader): UserPart[] {
  if (typeof part.text === "string") return [{ type: "text", text: part.text }];
  if (part.functionResponse) return [];
  if (part.inlineData) {
    const { mimeType, data, displayName } = toCamelCase(part.inlineData);
    // A data URL uses the standard base64 alphabet.
    const usual = string(data).replaceAll("-", "+").replaceAll("_", "/");
    return reader.filePart(`data:${string(mimeType)};base64,${usual}`, string(displayName));
  }
  if (part.fileData) return reader.filePart(string(toCamelCase(part.fileData).fileUri));
  reader.note(`A part with “${Object.keys(part)[0] ?? "nothing"}” was ignored.`);
  return [];
}

/** Adds a tool result. Without an id, results match the calls of their name in order. */
function readResult({ id, name, response }: Fields, reader: RequestReader): void {
  const last = reader.turns.at(-1);
  const answered = last?.role === "tool" ? last.results.map(({ callId }) => callId) : [];
  const calls = reader.turns.flatMap((turn) =>
    turn.role === "assistant" ? (turn.answer.choices[0]?.toolCalls ?? []) : [],
  );
  const open = calls.find((call) => call.name === name && !answered.includes(call.id));
  const callId = string(id) || open?.id || `own-${answered.length}`;
  const { error } = fields(response) ?? {};
  reader.addResult({
    callId,
    name: string(name),
    content: typeof error === "string" ? error : readResultContent(response),
    ...(typeof error === "string" ? { isError: true as const } : {}),
  });
}

/** Returns a result as text; text that is not an object is under `result` (request-body.ts). */
function readResultContent(response: unknown): string {
  const given = fields(response) ?? {};
  const { result } = given;
  if (Object.keys(given).length !== 1 || result === undefined) return JSON.stringify(given);
  return typeof result === "string" && !isJson(result) ? result : JSON.stringify(result);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
