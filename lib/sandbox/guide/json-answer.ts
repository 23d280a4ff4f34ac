/** JSON responses: any sensible object, or one that is valid under the call's schema. */
import type { OutputFormat } from "#lib/canonical/call.ts";
import { errors } from "#lib/http/errors.ts";
import type { Conversation } from "../conversation.ts";
import { findList } from "../facts/lists.ts";
import { fillSchema } from "../schemas/fill-schema.ts";
import { findMentions } from "../text/mentions.ts";

type JsonOptions = { conversation: Conversation; seed: number; prose: string; signal: AbortSignal };
/** `placeholders`: paths of the values that are not from the messages. */
export type JsonAnswer = { text: string; placeholders: string[] };
type SchemaOutput = Extract<OutputFormat, { type: "json-schema" }>;

/** Name of a schema in APIs that have no field for it; it says nothing about the schema's fields. */
const UNNAMED = "response";

/** Returns JSON text that is valid under the schema; throws a GatewayError 400 with the reason when there is none. */
export async function schemaAnswer({
  output,
  conversation,
  seed,
  prose,
  signal,
}: JsonOptions & { output: SchemaOutput }): Promise<JsonAnswer> {
  const [filled] = await fillSchema(
    {
      schema: output.schema ?? { type: "object" },
      mentions: [findMentions(conversation.question)],
      seed,
      withOptionals: true,
      prose,
      ...(output.name === UNNAMED ? {} : { name: output.name }),
    },
    {
      field: "response_format.json_schema.schema",
      createError: errors.schemaNotFilled,
      signal,
    },
  );
  return { text: JSON.stringify(filled?.value), placeholders: filled?.placeholders ?? [] };
}

/** Returns an object with the keys that the messages name, or with the response and its source. */
export async function jsonAnswer({
  conversation,
  seed,
  prose,
  source,
  signal,
}: JsonOptions & { source: string | undefined }): Promise<JsonAnswer> {
  const { question, systemText } = conversation;
  const keys = keysIn(`${systemText}\n${question}`);
  const list = findList(question);
  if (list)
    return { text: JSON.stringify({ [list.name.replaceAll(" ", "_")]: list.items }, undefined, 2), placeholders: [] };
  if (keys.length === 0) {
    const value = { answer: prose, source: source ?? null, question, model: "sandbox/guide" };
    return { text: JSON.stringify(value, undefined, 2), placeholders: [] };
  }
  const properties = Object.fromEntries(keys.map((key) => [key, { type: typeFor(key) }]));
  const schema = { type: "object", properties, required: keys, additionalProperties: false };
  // Key names quoted in the question are not values.
  const words = question.replaceAll(/\b(?:keys?|fields?|properties|property)\b[^.\n]*/gi, " ");
  const task = { schema, mentions: [findMentions(words)], seed, withOptionals: true, prose };
  const [filled] = await fillSchema(task, {
    field: "messages",
    createError: errors.jsonObjectNotFilled,
    signal,
  });
  return { text: JSON.stringify(filled?.value, undefined, 2), placeholders: filled?.placeholders ?? [] };
}

function keysIn(text: string): string[] {
  const list = /\b(?:keys?|fields?|properties)\b(?: named| called)?:?\s+([^.\n]{1,300})/i.exec(text)?.[1];
  if (list === undefined) return [];
  const quoted = [...list.matchAll(/["'`“]([\w-]{1,40})["'`”]/g)].map(([, key]) => key ?? "");
  if (quoted.length > 0) return [...new Set(quoted)];
  const bare = list.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).filter((word) => /^[a-z_]\w{0,39}$/i.test(word));
  return [...new Set(bare)].slice(0, 20);
}

function typeFor(key: string): string {
  if (/^(age|count|number|amount|price|total|quantity|year|score|rating|population|size|days?)$/i.test(key))
    return "number";
  return /^(is|has|can)[_A-Z]|^(done|valid|active|enabled)$/.test(key) ? "boolean" : "string";
}
