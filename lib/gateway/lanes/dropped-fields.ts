/**
 * Names the fields of a request or a response that are dropped because the other dialect cannot hold them
 * (docs/architecture.md, law 4).
 */
import type { Call, FileContent } from "#lib/canonical/call.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { errors } from "#lib/http/errors.ts";
import { listRefusedLosses } from "../routing/request-steering.ts";
import type { CallContext } from "./call-context.ts";

/**
 * Fields that responses have and clients send back unchanged: only their own vendor uses them, or no other upstream
 * would act on them. Every other field was meant to have an effect.
 */
const RESPONSE_FIELDS = new Set([
  ...["id", "status", "type", "name", "data", "message", "annotations", "logprobs", "citations", "phase"],
  ...["signature", "encrypted_content", "thoughtSignature", "extra_content"],
]);

/**
 * Names the fields of messages, their contents and tools that an upstream of another dialect does not get:
 * `messages[].content[].cache_control`; a name comes as often as there are such fields. The writer of the upstream's
 * dialect names top-level fields.
 * @param client dialect in which the call was read
 * @param target dialect in which it is written; absent when it is unknown here
 */
export function* listDroppedFields(
  { messages, tools = [] }: Call,
  { client, target }: { client: string; target?: string },
): Generator<string, void, void> {
  if (client === target) return;
  function* listVendorFields(place: string, vendor: VendorData | undefined): Generator<string, void, void> {
    const fields = vendor?.[client] ?? {};
    for (const name in fields) if (!RESPONSE_FIELDS.has(name) && isSet(fields[name])) yield `${place}.${name}`;
  }
  for (const { content, vendor } of messages) {
    yield* listVendorFields("messages[]", vendor);
    if (typeof content === "string") continue;
    for (const part of content)
      if (part.type !== "unknown") yield* listVendorFields("messages[].content[]", part.vendor);
  }
  for (const tool of tools) if (tool.kind !== "hosted") yield* listVendorFields("tools[]", tool.vendor);
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/**
 * Returns the names in the client's dialect.
 * @param names names in the spelling of openai-chat, the sandbox or an upstream's dialect
 * @param wire client's request: a field that it has by such a name is the client's own, unknown to its dialect
 */
export function* toClientNames(
  names: Iterable<string>,
  { fieldNames }: Pick<Dialect, "fieldNames">,
  wire: object = {},
): Generator<string, void, void> {
  for (const name of names) yield Object.hasOwn(wire, name) ? name : toClientName(fieldNames, name);
}

function toClientName(fieldNames: Dialect["fieldNames"], name: string): string {
  const end = name.search(/[.[]/);
  const first = end < 0 ? name : name.slice(0, end);
  return Object.hasOwn(fieldNames, first) ? `${fieldNames[first]}${name.slice(first.length)}` : name;
}

/**
 * Refuses a call whose dropped fields the client or the route does not allow to be lost; called before it is sent.
 * @throws GatewayError 400 that names the fields
 */
export function requireNoLoss({ log, onLoss }: Pick<CallContext, "log" | "onLoss">): void {
  const fields = listRefusedLosses(onLoss, log.dropped);
  if (fields.length > 0) throw errors.fieldsWouldBeDropped({ model: log.target ?? "", fields });
}

type CreatedFile = Pick<FileContent, "mediaType" | "data">;

/**
 * Adds files that a model created and the client's dialect cannot hold to the dropped fields.
 * @returns a function to call with each file of a response, in order
 */
export function createFileDropper({ dialect, log }: Pick<CallContext, "dialect" | "log">): (file: CreatedFile) => void {
  let count = 0;
  return (file) => {
    const name = `answer.files[${count++}]`;
    if (!dialect.holdsFile(file)) log.dropped = [...log.dropped, name];
  };
}
