/** Writes messages as the prompt of an AI SDK language model. Unsupported fields are added to `dropped`. */
import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ReasoningPart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
} from "@ai-sdk/provider";
import type { AssistantContent, Call, FileContent, Message, UserContent } from "#lib/canonical/call.ts";
import { pickOwnMetadata, type VendorKey } from "./vendor-metadata.ts";
import { writeFile } from "./write-file.ts";
import { writeToolResult } from "./write-tool-result.ts";

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;
type AssistantPart = UserPart | LanguageModelV4ReasoningPart | LanguageModelV4ToolCallPart;
type Place = { path: string; dropped: string[]; key: VendorKey };

/** @param key key of this upstream's vendor data: only its data is sent back */
export function writePrompt({ messages, dropped }: Call, key: VendorKey): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = [];
  /** Tool names by call id: results need them here, and only the calls have them. */
  const names = new Map<string, string>();
  for (const [index, message] of messages.entries()) {
    const place = { path: `messages[${index}].content`, dropped, key };
    if (message.role !== "tool" && message.name !== undefined) dropped.push(`messages[${index}].name`);
    if (message.role === "tool") {
      const result = writeToolResult({ ...message, name: message.name ?? names.get(message.callId) }, place);
      const last = prompt.at(-1);
      // The results of parallel calls go into one message.
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
      continue;
    }
    if (message.role === "assistant" && typeof message.content !== "string") {
      for (const part of message.content) if (part.type === "tool-call") names.set(part.id, part.name);
    }
    const written = writeMessage(message, place);
    if (written) prompt.push(written);
  }
  return prompt;
}

function writeMessage(message: Exclude<Message, { role: "tool" }>, place: Place): LanguageModelV4Message | undefined {
  switch (message.role) {
    case "user":
      return { role: "user", content: writeUserContent(message.content, place) };
    case "assistant": {
      const content = writeAssistantContent(message.content, place);
      return content.length > 0 ? { role: "assistant", content } : undefined;
    }
    default:
      return writeSystem(message.content, place);
  }
}

/** A system message may only contain text. */
function writeSystem(content: string | UserContent[], place: Place): LanguageModelV4Message | undefined {
  const text = typeof content === "string" ? content : readText(content, place);
  return text === "" ? undefined : { role: "system", content: text };
}

function readText(content: UserContent[], { path, dropped }: Place): string {
  const texts = content.flatMap((part, index) => {
    if (part.type === "text") return part.text;
    dropped.push(`${path}[${index}]`);
    return [];
  });
  return texts.join("\n");
}

function writeUserContent(content: string | UserContent[], place: Place): UserPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.flatMap((part, index): UserPart[] => {
    const at = { ...place, path: `${place.path}[${index}]` };
    if (part.type === "text") return [writeText(part, at)];
    return part.type === "file" ? writeFilePart(part, at) : drop(at);
  });
}

function writeAssistantContent(content: string | AssistantContent[], place: Place): AssistantPart[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return content.flatMap((part, index): AssistantPart[] => {
    const at = { ...place, path: `${place.path}[${index}]` };
    switch (part.type) {
      case "text":
        // Providers refuse empty text, unless it carries their own data.
        return part.text === "" && !pickOwnMetadata(part.vendor, place.key) ? [] : [writeText(part, at)];
      case "refusal":
        return [{ type: "text", text: part.text }];
      case "reasoning": {
        const own = pickOwnMetadata(part.vendor, place.key);
        // Encrypted reasoning of another vendor without any text.
        if (part.text === "" && !own) return part.vendor ? drop(at) : [];
        return [{ type: "reasoning", text: part.text, ...own }];
      }
      case "tool-call": {
        const { id, name, input, kind, vendor } = part;
        return [
          {
            type: "tool-call",
            toolCallId: id,
            toolName: name,
            input: writeToolInput(input, kind),
            ...pickOwnMetadata(vendor, place.key),
          },
        ];
      }
      case "file":
        return writeFilePart(part, at);
      case "unknown":
        return drop(at);
      default:
        return part satisfies never;
    }
  });
}

function writeText({ text, vendor }: { text: string; vendor?: FileContent["vendor"] }, place: Place) {
  return { type: "text" as const, text, ...pickOwnMetadata(vendor, place.key) };
}

function writeFilePart(part: FileContent, place: Place): LanguageModelV4FilePart[] {
  const file = writeFile(part);
  if (!file) return drop(place);
  if (part.detail !== undefined && part.detail !== "auto") place.dropped.push(`${place.path}.detail`);
  return [{ ...file, ...pickOwnMetadata(part.vendor, place.key) }];
}

/** Returns an object, as the tool's schema requires; the model's own text when it is not one. */
function writeToolInput(text: string, kind: "function" | "custom"): unknown {
  if (kind === "custom") return { input: text };
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    // Usually cut by a token limit.
    return text;
  }
}

function drop({ path, dropped }: Place): [] {
  dropped.push(path);
  return [];
}
