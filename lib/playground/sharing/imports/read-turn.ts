/** Reads a turn of a conversation from a file, and fills in every field that the pages show. */

import { fromUserParts } from "#lib/playground/conversation/message-parts.ts";
import type {
  ModelResponse,
  ResponseChoice,
  ResponseContent,
  ResponseFile,
} from "#lib/playground/conversation/model-response.ts";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import type {
  Attachment,
  ExpectedSchemas,
  ToolResult,
  Turn,
  UserPart,
} from "#lib/playground/conversation/transcript.ts";
import { type Fields, fields, fieldsList, number, string } from "#lib/playground/dialects/json-fields.ts";
import type { GatewayFailure } from "#lib/playground/gateway/errors.ts";

const STATES = ["complete", "stopped", "failed", "interrupted"] as const;
const ORIGINS = ["response", "stream", "network", "task"] as const;

/** Returns undefined when it is not a turn. */
export function readTurn(raw: Fields): Turn | undefined {
  const { id, parent = null, role } = raw;
  if (typeof id !== "string" || id === "" || (parent !== null && typeof parent !== "string")) return undefined;
  const common = { id, parent, createdAt: number(raw.createdAt) ?? Date.now() };
  switch (role) {
    case "user": {
      const attachments = fieldsList(raw.attachments).flatMap(readAttachment);
      const parts = fieldsList(raw.parts).flatMap(readUserPart);
      if (parts.length > 0) return { ...common, role, ...fromUserParts(parts) };
      return typeof raw.text === "string" ? { ...common, role, text: raw.text, attachments } : undefined;
    }
    case "system":
    case "developer":
      return typeof raw.text === "string" ? { ...common, role, text: raw.text } : undefined;
    case "tool":
      return { ...common, role, results: readResults(raw.results) };
    case "assistant":
      return { ...common, role, ...readAnswerTurn(raw) };
    default:
      return undefined;
  }
}

export const readResults = (raw: unknown): ToolResult[] =>
  fieldsList(raw).map(({ callId, name, content, isError }) => ({
    callId: string(callId),
    name: string(name),
    content: string(content),
    ...(isError === true ? { isError } : {}),
  }));

function readAnswerTurn(raw: Fields) {
  const route = fields(raw.route) ?? {};
  const dropped = Array.isArray(route.dropped) ? route.dropped.filter((name) => typeof name === "string") : [];
  const failure = readFailure(fields(raw.failure));
  return {
    model: string(raw.model),
    state: STATES.find((state) => state === raw.state) ?? ("interrupted" as const),
    accepted: raw.accepted !== false,
    answer: readAnswer(fields(raw.answer) ?? {}),
    chosen: number(raw.chosen) ?? 0,
    timings: readNumbers(raw.timings),
    route: { ...readTexts(route, ["requestId", "lane", "upstream"]), dropped },
    ...(failure ? { failure } : {}),
    ...pick(raw, "asked", readStoredSchemas),
    ...readTexts(raw, ["pulse"]),
    ...(raw.edited === true ? { edited: true as const } : {}),
  };
}

function readStoredSchemas(value: unknown): ExpectedSchemas | undefined {
  const { schema, tools } = fields(value) ?? {};
  const given = {
    ...(schema === undefined ? {} : { schema }),
    ...(fields(tools) ? { tools: fields(tools) } : {}),
  };
  return Object.keys(given).length === 0 ? undefined : given;
}

function readFailure(raw: Fields | undefined): GatewayFailure | undefined {
  if (!raw) return undefined;
  const origin = ORIGINS.find((name) => name === raw.origin) ?? "response";
  const texts = readTexts(raw, ["type", "param", "code", "requestId", "upstream"]);
  return { origin, message: string(raw.message) || "It failed.", ...texts, ...pick(raw, "status", number) };
}

function readAnswer(raw: Fields): ModelResponse {
  return {
    choices: fieldsList(raw.choices).map(readChoice),
    ...readTexts(raw, ["model", "responseId"]),
    ...(fields(raw.usage) ? { usage: readNumbers(raw.usage) } : {}),
  };
}

function readChoice(raw: Fields): ResponseChoice {
  const lists: Partial<ResponseChoice> = {
    ...pick(raw, "files", (files) => readList(files, readFile)),
    ...pick(raw, "parts", (parts) => readList(parts, (part) => [part])),
    ...pick(raw, "content", (content) => readList(content, readContent)),
    ...pick(raw, "citations", (citations) => readList(citations, readCitation)),
    ...pick(raw, "seals", (seals) => readList(seals, readSeal)),
  };
  return {
    ...emptyChoice(),
    text: string(raw.text),
    reasoning: string(raw.reasoning),
    refusal: string(raw.refusal),
    toolCalls: fieldsList(raw.toolCalls).map((call) => ({
      id: string(call.id),
      name: string(call.name),
      kind: call.kind === "custom" ? "custom" : "function",
      arguments: string(call.arguments),
    })),
    logprobs: fieldsList(raw.logprobs).flatMap((token) => {
      const read = readToken(token);
      return read ? [{ ...read, top: fieldsList(token.top).flatMap((other) => readToken(other) ?? []) }] : [];
    }),
    ...readTexts(raw, ["finishReason", "finishDetail"]),
    ...lists,
  };
}

const readToken = ({ token, logprob }: Fields) =>
  typeof token === "string" && typeof logprob === "number" ? { token, logprob } : undefined;

function readFile(raw: Fields): ResponseFile[] {
  const mediaType = string(raw.mediaType);
  if (mediaType === "") return [];
  return [
    {
      mediaType,
      at: number(raw.at) ?? 0,
      size: number(raw.size) ?? 0,
      ...(raw.thought === true ? { thought: true as const } : {}),
      ...readTexts(raw, ["sha256"]),
      ...pick(raw, "width", number),
      ...pick(raw, "height", number),
    },
  ];
}

function readContent(raw: Fields): ResponseContent[] {
  if (raw.type === "text") return [{ type: "text", text: string(raw.text) }];
  const index = number(raw.index);
  if (index === undefined || (raw.type !== "file" && raw.type !== "call")) return [];
  return [{ type: raw.type, index }];
}

const readCitation = (raw: Fields) => [{ title: string(raw.title), ...readTexts(raw, ["url", "place", "quote"]) }];

const readSeal = (raw: Fields) => [
  { kind: raw.kind === "encrypted" ? ("encrypted" as const) : ("signature" as const), value: string(raw.value) },
];

export function readAttachment(raw: Fields): Attachment[] {
  const [sha256, mediaType] = [string(raw.sha256), string(raw.mediaType)];
  if (sha256 === "" || mediaType === "") return [];
  const name = string(raw.name) || "File";
  const size = number(raw.size) ?? 0;
  return [{ sha256, name, mediaType, size, ...pick(raw, "width", number), ...pick(raw, "height", number) }];
}

function readUserPart(raw: Fields): UserPart[] {
  if (raw.type === "text") return [{ type: "text", text: string(raw.text) }];
  return readAttachment(fields(raw.attachment) ?? {}).map((attachment) => ({ type: "file", attachment }));
}

const readList = <Entry>(value: unknown, read: (raw: Fields) => Entry[]): Entry[] | undefined =>
  Array.isArray(value) ? fieldsList(value).flatMap(read) : undefined;

/** Returns the field, when `read` accepts it. */
function pick<Name extends string, Value>(
  raw: Fields,
  name: Name,
  read: (value: unknown) => Value | undefined,
): { [Key in Name]?: Value } {
  const value = read(raw[name]);
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

function readTexts<Name extends string>(raw: Fields, names: readonly Name[]): { [Key in Name]?: string } {
  const texts = names.flatMap((name) => (typeof raw[name] === "string" ? [[name, raw[name]]] : []));
  return Object.fromEntries(texts) as { [Key in Name]?: string };
}

function readNumbers(value: unknown): { [name: string]: number } {
  const entries = Object.entries(fields(value) ?? {});
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}
