/** Writes messages as the input for an upstream (wire-formats §14.2). */
import type { AssistantContent, Call, Message } from "#lib/canonical/call.ts";
import { omitVendor } from "#lib/canonical/opaque.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { writeContent, writeFile } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";

type Fields = Record<string, unknown>;

export function writeInput({ messages, dropped }: Pick<Call, "messages" | "dropped">): {
  input?: unknown;
  system_instruction?: string;
} {
  const leading = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  // The API refuses a request that is nothing but instructions.
  const split = leading < 0 ? 0 : leading;
  const texts = messages.slice(0, split).flatMap((message, index) => readText(message, `messages[${index}]`, dropped));
  const system = texts.length > 0 ? { system_instruction: texts.join("\n\n") } : {};
  const rest = messages.slice(split);
  if (rest.length === 0) return system;
  return { ...system, input: writeShortInput(rest, dropped) ?? writeSteps(rest, { first: split, dropped }) };
}

/** Returns the texts of a system message: the field takes no other content. */
function readText({ content, name }: Message, path: string, dropped: string[]): string[] {
  if (name !== undefined) dropped.push(`${path}.name`);
  if (typeof content === "string") return [content];
  return content.flatMap((part, index) => {
    if (part.type === "text") return [part.text];
    dropped.push(`${path}.content[${index}]`);
    return [];
  });
}

/** Returns one message of the user in the API's short form: its text, or its content. */
function writeShortInput([only, ...others]: readonly Message[], dropped: string[]): unknown {
  if (only?.role !== "user" || others.length > 0 || only.name !== undefined || only.content.length === 0)
    return undefined;
  if (typeof only.content === "string") return only.content;
  return writeContent(only.content, "input", (path) => dropped.push(path));
}

function writeSteps(messages: readonly Message[], { first, dropped }: { first: number; dropped: string[] }): Fields[] {
  const steps: Fields[] = [];
  const names = new Map<string, string>();
  for (const [index, message] of messages.entries()) {
    const path = `messages[${first + index}]`;
    const drop = (name: string) => void dropped.push(name);
    if (message.name !== undefined && message.role !== "tool") drop(`${path}.name`);
    if (message.role === "assistant") {
      for (const part of Array.isArray(message.content) ? message.content : [])
        if (part.type === "tool-call") names.set(part.id, part.name);
      steps.push(...writeTurn(message.content, path, drop));
    } else if (message.role === "tool") {
      steps.push(writeResult(message, { name: message.name ?? names.get(message.callId), path, drop }));
    } else {
      // Only the beginning of a conversation has a place for instructions.
      if (message.role !== "user") drop(`${path}.role`);
      steps.push({ type: "user_input", content: writeContent(message.content, `${path}.content`, drop) });
    }
  }
  return steps;
}

function writeResult(
  { callId, content, isError, vendor }: Extract<Message, { role: "tool" }>,
  { name, path, drop }: { name: string | undefined; path: string; drop: (name: string) => void },
): Fields {
  const { isObject, ...rest } = vendor?.[DIALECT] ?? {};
  const object = isObject && typeof content === "string" ? parseJson(content) : undefined;
  return {
    type: "function_result",
    call_id: callId,
    ...(name === undefined ? {} : { name }),
    result: object ?? (typeof content === "string" ? content : writeContent(content, `${path}.content`, drop)),
    ...(isError === undefined ? {} : { is_error: isError }),
    ...rest,
  };
}

function writeTurn(content: string | AssistantContent[], path: string, drop: (name: string) => void): Fields[] {
  if (typeof content === "string") return content === "" ? [] : [toOutput([{ type: "text", text: content }])];
  const steps: Fields[] = [];
  let open: Fields[] | undefined;

  /** Adds content to the open step of the model's output, if there is one. */
  function say(part: Fields): void {
    if (!open) {
      open = [];
      steps.push(toOutput(open));
    }
    open.push(part);
  }

  function step(fields: Fields): void {
    open = undefined;
    steps.push(fields);
  }

  for (const [index, part] of content.entries()) {
    const partPath = `${path}.content[${index}]`;
    switch (part.type) {
      case "text":
        say({ type: "text", text: part.text, ...part.vendor?.[DIALECT] });
        break;
      case "refusal":
        say({ type: "text", text: part.text });
        break;
      case "file":
        say(writeFile(part));
        break;
      case "reasoning": {
        const own = part.vendor?.[DIALECT];
        // A thought without this vendor's signature is refused (§14.2).
        if (own?.signature !== undefined) step(writeThought(part.text, own));
        else if (part.text !== "" || omitVendor(part.vendor, DIALECT)) drop(`${partPath}`);
        break;
      }
      case "tool-call":
        step(writeCall(part));
        break;
      case "unknown":
        if (part.dialect === DIALECT) step(part.value as Fields);
        else drop(partPath);
        break;
      default:
        part satisfies never;
    }
  }
  return steps;
}

function toOutput(content: Fields[]): Fields {
  return { type: "model_output", content };
}

/** @param fields this dialect's own, or those that `writeSignatureFields` returns */
export function writeThought(text: string, fields: Fields | undefined): Fields {
  return { type: "thought", ...(text === "" ? {} : { summary: [{ type: "text", text }] }), ...fields };
}

export function writeCall({ id, name, input, vendor }: Extract<AssistantContent, { type: "tool-call" }>): Fields {
  return { type: "function_call", id, name, arguments: readArguments(input), ...vendor?.[DIALECT] };
}

/** Returns the arguments as an object, with a custom tool's free text or malformed JSON under one name. */
function readArguments(input: string): Fields {
  if (input.trim() === "") return {};
  const value = parseJson(input);
  return isRecord(value) ? value : { input };
}
