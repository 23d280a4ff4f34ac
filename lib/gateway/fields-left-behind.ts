/** What a client said beside the content of its turns and tools, and that no other convention has a place for. */
import type { Call } from "#lib/canonical/call.ts";
import type { VendorData } from "#lib/canonical/vendor.ts";

/**
 * What answers carry and clients send back as they got it: it is for its maker, or says nothing that another upstream
 * would act on. Everything else was meant to have an effect.
 */
const OF_ANSWERS = new Set([
  ...["id", "status", "type", "name", "data", "message", "annotations", "logprobs", "citations", "phase"],
  ...["signature", "encrypted_content", "thoughtSignature", "extra_content"],
]);

/**
 * Names of fields that the client's turns, their contents and its tools have in its own convention, and that an upstream
 * of another one is not sent: `messages[].content[].cache_control`. What stands at the top of a request is named by the
 * upstream's own writer.
 * @param client the convention in which the call was read
 * @param target the one in which it is written; absent: none that is known here
 */
export function fieldsLeftBehind(
  { messages, tools = [] }: Call,
  { client, target }: { client: string; target?: string },
): string[] {
  if (client === target) return [];
  const names = new Set<string>();
  const note = (place: string, vendor: VendorData | undefined) => {
    for (const [name, value] of Object.entries(vendor?.[client] ?? {})) {
      if (!OF_ANSWERS.has(name) && saysSomething(value)) names.add(`${place}.${name}`);
    }
  };
  for (const { content, vendor } of messages) {
    note("messages[]", vendor);
    if (typeof content === "string") continue;
    for (const part of content) if (part.type !== "unknown") note("messages[].content[]", part.vendor);
  }
  for (const tool of tools) if (tool.kind !== "hosted") note("tools[]", tool.vendor);
  return [...names];
}

function saysSomething(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}
