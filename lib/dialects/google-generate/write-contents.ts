/** Writes messages as `systemInstruction` and `contents` (wire-formats §4.2, §4.3). */
import type { AssistantContent, Call, Message, UserContent } from "#lib/canonical/call.ts";
import { omitVendor } from "#lib/canonical/opaque.ts";
import { type PartContent, writePart } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { getExactForm } from "./exact-form.ts";
import { writeFunctionResponse } from "./function-response.ts";
import { NO_SIGNATURE, requiresSignatures } from "./signatures.ts";

type Fields = Record<string, unknown>;
type WrittenContent = Fields & { role: "user" | "model"; parts: Fields[] };

export function writeMessages({ messages, model, dropped }: Call): {
  systemInstruction?: Fields;
  contents: WrittenContent[];
} {
  const contents: WrittenContent[] = [];
  const system: Fields[] = [];
  let systemFields: Fields | undefined;
  const names = new Map<string, string>();
  let before: Message["role"] | undefined;

  for (const [index, message] of messages.entries()) {
    const path = `messages[${index}]`;
    const { functionResponse, ...fields } = message.vendor?.[DIALECT] ?? {};
    const exact = getExactForm(message.vendor);
    if (message.name !== undefined && message.role !== "tool") dropped.push(`${path}.name`);
    if (message.role === "system" || message.role === "developer") {
      const parts = writeParts(message.content, path, dropped);
      if (contents.length === 0) {
        system.push(...parts);
        systemFields = { ...systemFields, ...fields };
      } else {
        // Only the beginning of a conversation has a place for instructions.
        dropped.push(`${path}.role`);
        contents.push({ role: "user", parts });
      }
    } else if (message.role === "assistant") {
      const parts = writeAnswer(message.content, { path, dropped, model });
      for (const part of Array.isArray(message.content) ? message.content : [])
        if (part.type === "tool-call") names.set(part.id, part.name);
      if (parts.length > 0) contents.push({ ...fields, role: "model", parts });
    } else {
      let parts: Fields[];
      if (message.role === "tool") {
        const name = message.name ?? names.get(message.callId) ?? message.callId;
        const result = { rest: functionResponse as Fields | undefined, exact: exact?.response as Fields | undefined };
        parts = [
          { functionResponse: { id: message.callId, name, ...writeFunctionResponse({ ...message, ...result }) } },
        ];
        dropUnknown(message.content, path, dropped);
      } else parts = writeParts(message.content, path, dropped);
      // The responses to parallel calls belong into one content, or the API does not find them all.
      const joins = exact?.sameContent === true || (message.role === "tool" && before === "tool");
      const last = contents.at(-1);
      if (joins && last?.role === "user") last.parts.push(...parts);
      else if (parts.length > 0) contents.push({ ...fields, role: "user", parts });
    }
    before = message.role;
  }
  // The API refuses a request that is nothing but instructions.
  if (contents.length === 0) return { contents: [{ role: "user", parts: system }] };
  return { contents, ...(system.length > 0 ? { systemInstruction: { ...systemFields, parts: system } } : {}) };
}

function writeParts(content: string | UserContent[], path: string, dropped: string[]): Fields[] {
  if (typeof content === "string") return [{ text: content }];
  return content.flatMap((part, index) => writeOwn(part, `${path}.content[${index}]`, dropped));
}

/** A function response holds text and files only. */
function dropUnknown(content: string | UserContent[], path: string, dropped: string[]): void {
  if (typeof content === "string") return;
  for (const [index, part] of content.entries()) if (part.type === "unknown") dropped.push(`${path}.content[${index}]`);
}

/** Writes a part with this dialect's vendor data; other vendors' data is not sent. */
function writeOwn(content: PartContent, path: string, dropped: string[]): Fields[] {
  const vendorFields = content.type === "unknown" ? undefined : content.vendor?.[DIALECT];
  if (content.type === "file") {
    const displayName = (vendorFields?.inlineData ?? vendorFields?.fileData) as Fields | undefined;
    if (content.filename !== undefined && displayName?.displayName === undefined) dropped.push(`${path}.filename`);
    if (content.detail !== undefined && content.detail !== "auto") dropped.push(`${path}.detail`);
  }
  const written = writePart(content, vendorFields);
  if (written) return [written];
  dropped.push(path);
  return [];
}

function writeAnswer(
  content: string | AssistantContent[],
  { path, dropped, model }: { path: string; dropped: string[]; model: string },
): Fields[] {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  const parts = content.flatMap((part, index): Fields[] => {
    const partPath = `${path}.content[${index}]`;
    if (part.type === "refusal") return [{ text: part.text }];
    // Another vendor's sealed reasoning, without text.
    if (part.type === "reasoning" && part.text === "" && !part.vendor?.[DIALECT]) {
      if (omitVendor(part.vendor, DIALECT)) dropped.push(partPath);
      return [];
    }
    return writeOwn(part, partPath, dropped);
  });
  return requiresSignatures(model) ? withSignature(parts) : parts;
}

/** Only the first of parallel calls has a signature; a turn without one did not come from this vendor. */
function withSignature(parts: Fields[]): Fields[] {
  const first = parts.findIndex((part) => part.functionCall !== undefined);
  if (first < 0 || parts[first]?.thoughtSignature !== undefined) return parts;
  return parts.map((part, index) => (index === first ? { ...part, thoughtSignature: NO_SIGNATURE } : part));
}
