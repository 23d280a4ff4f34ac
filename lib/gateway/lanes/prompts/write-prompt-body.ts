/** Writes a filled prompt in the API of a request, and puts it before the request's own fields. */
import type { Call } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { listDroppedFields } from "../dropped-fields.ts";
import type { ResponsesFields } from "./fill-prompt.ts";

type Body = Record<string, unknown>;

const responses = dialects["openai-responses"];
/** Field of each API that lists the messages. */
const LISTS: Readonly<Record<string, string>> = {
  "openai-chat": "messages",
  "openai-responses": "input",
  "anthropic-messages": "messages",
  "google-generate": "contents",
  "google-interactions": "input",
};

/** Names that stand for the model of the prompt. */
const PROMPTS_MODEL = new Set(["", "prompt"]);

/**
 * Returns the fields in another API.
 * @param model model of the call, on which some fields depend
 */
export function convertPrompt(
  fields: ResponsesFields,
  { dialect, model }: { dialect: Dialect; model: string },
): { body: Body; dropped: string[] } {
  if (dialect.id === responses.id) return { body: { ...fields }, dropped: [] };
  // Input is required of a request; the instructions of a prompt may be all that it has.
  const hasInput = fields.input !== undefined;
  const wire = responses.parseRequest({ ...fields, model, ...(hasInput ? {} : { input: "-" }) });
  const call: Call = responses.readRequest(wire);
  if (!hasInput) call.messages = call.messages.filter(({ role }) => role !== "user");
  // The request alone decides on storing the response.
  const { store: _, ...written } = dialect.writeRequest(call);
  const dropped = [...call.dropped, ...listDroppedFields(call, { client: responses.id, target: dialect.id })];
  return { body: written, dropped };
}

/** Returns the request's body with the prompt's messages before its own; of other fields, its own count. */
export function mergePrompt(prompt: Body, own: Body, dialectId: string): Body {
  const list = LISTS[dialectId] ?? "messages";
  const merged: Body = { ...prompt, ...withoutUnset(own) };
  const messages = [...listOf(prompt[list], dialectId), ...listOf(own[list], dialectId)];
  // Another type is refused by the dialect.
  const given = own[list];
  const isMalformed =
    given !== undefined && given !== null && listOf(given, dialectId).length === 0 && !Array.isArray(given);
  if (!isMalformed && messages.length > 0) merged[list] = messages;
  for (const field of ["generationConfig", "generation_config", "text", "reasoning", "output_config"]) {
    const [first, second] = [prompt[field], own[field]];
    if (isRecord(first) && isRecord(second)) merged[field] = { ...first, ...second };
  }
  return merged;
}

function withoutUnset(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
}

function listOf(value: unknown, dialectId: string): unknown[] {
  if (Array.isArray(value)) return value;
  if (dialectId === "google-interactions" && isRecord(value)) return [value];
  if (typeof value !== "string") return [];
  return dialectId === "google-interactions"
    ? [{ type: "user_input", content: [{ type: "text", text: value }] }]
    : [{ type: "message", role: "user", content: value }];
}

/** Returns the model of a call: the request's own, unless it leaves that to the prompt. */
export function chooseModel(own: unknown, ofPrompt: unknown): unknown {
  const leaves = own === undefined || own === null || (typeof own === "string" && PROMPTS_MODEL.has(own));
  return leaves ? (ofPrompt ?? own) : own;
}
