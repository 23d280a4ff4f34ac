/** Names the fields of a request or a response that are dropped because the other dialect has no place for them (docs/architecture.md, law 4). */
import type { Call, FileContent } from "#lib/canonical/call.ts";
import type { VendorData } from "#lib/canonical/vendor.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { CallContext } from "./call-context.ts";

/**
 * Fields that responses carry and clients send back unchanged: they matter to their maker alone, or say nothing that
 * another upstream would act on. Every other field was meant to have an effect.
 */
const OF_RESPONSES = new Set([
  ...["id", "status", "type", "name", "data", "message", "annotations", "logprobs", "citations", "phase"],
  ...["signature", "encrypted_content", "thoughtSignature", "extra_content"],
]);

/**
 * Names of fields that the client's messages, their contents and its tools have in its own dialect, and that an upstream
 * of another one is not sent: `messages[].content[].cache_control`; a name comes as often as there are such fields. Top-level
 * fields are named by the upstream's own writer.
 * @param client the dialect in which the call was read
 * @param target the one in which it is written; absent: none that is known here
 */
export function* droppedFields(
  { messages, tools = [] }: Call,
  { client, target }: { client: string; target?: string },
): Generator<string, void, void> {
  if (client === target) return;
  function* namesOf(place: string, vendor: VendorData | undefined): Generator<string, void, void> {
    const fields = vendor?.[client] ?? {};
    for (const name in fields) if (!OF_RESPONSES.has(name) && isSet(fields[name])) yield `${place}.${name}`;
  }
  for (const { content, vendor } of messages) {
    yield* namesOf("messages[]", vendor);
    if (typeof content === "string") continue;
    for (const part of content) if (part.type !== "unknown") yield* namesOf("messages[].content[]", part.vendor);
  }
  for (const tool of tools) if (tool.kind !== "hosted") yield* namesOf("tools[]", tool.vendor);
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/**
 * The names as the client's own dialect has them.
 * @param names as openai-chat, the sandbox or an upstream's dialect calls them
 */
export function* droppedNames(
  names: Iterable<string>,
  { fieldNames }: Pick<Dialect, "fieldNames">,
): Generator<string, void, void> {
  for (const name of names) yield nameIn(fieldNames, name);
}

function nameIn(fieldNames: Dialect["fieldNames"], name: string): string {
  const end = name.search(/[.[]/);
  const first = end < 0 ? name : name.slice(0, end);
  return Object.hasOwn(fieldNames, first) ? `${fieldNames[first]}${name.slice(first.length)}` : name;
}

type MadeFile = Pick<FileContent, "mediaType" | "data">;

/**
 * Names files that a model made and the client's dialect cannot hold as dropped.
 * @returns a function to call with each file of a response, in order
 */
export function createFileNoter({ dialect, log }: Pick<CallContext, "dialect" | "log">): (file: MadeFile) => void {
  let count = 0;
  return (file) => {
    const name = `answer.files[${count++}]`;
    if (!dialect.holdsFile(file)) log.dropped = [...log.dropped, name];
  };
}
