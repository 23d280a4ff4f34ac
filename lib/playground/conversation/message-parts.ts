/** The parts of messages in order, independent of any dialect. Pure functions. */
import type { ResponseChoice, ResponseFile, ToolCall } from "./model-response.ts";
import type { Attachment, UserPart, UserTurn } from "./transcript.ts";

export type ResponseElement =
  | { type: "text"; text: string }
  | { type: "file"; file: ResponseFile; index: number }
  | { type: "call"; call: ToolCall };

/** Returns the parts of a user message: files first, unless another order is set. */
export function listUserParts({
  text,
  attachments,
  parts,
}: Pick<UserTurn, "text" | "attachments" | "parts">): UserPart[] {
  if (parts) return parts;
  const files = attachments.map((attachment): UserPart => ({ type: "file", attachment }));
  return text === "" ? files : [...files, { type: "text", text }];
}

/** Returns the fields of a user turn that derive from its parts. */
export function fromUserParts(given: readonly UserPart[]): Pick<UserTurn, "text" | "attachments" | "parts"> {
  const parts = given.filter((part) => part.type === "file" || part.text.trim() !== "");
  const attachments = parts.flatMap((part): Attachment[] => (part.type === "file" ? [part.attachment] : []));
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const text = texts.join("\n\n");
  const isUsual = texts.length < 2 && parts.findLastIndex(({ type }) => type === "file") <= attachments.length - 1;
  return isUsual ? { text, attachments } : { text, attachments, parts };
}

/** Returns the turn with `text` in place of its first text part. */
export function withText(turn: UserTurn, text: string): UserTurn {
  const first = turn.parts?.findIndex((part) => part.type === "text") ?? -1;
  if (!turn.parts || first < 0) return { ...turn, text };
  const others = turn.parts.filter((part, index) => part.type === "file" || index === first);
  const { parts: _before, ...rest } = turn;
  return { ...rest, ...fromUserParts(others.map((part) => (part.type === "text" ? { ...part, text } : part))) };
}

/**
 * Returns a response's parts without reasoning: text with files at their positions, then calls, or the edited order.
 */
export function listResponseElements({ text, files = [], toolCalls, content }: ResponseChoice): ResponseElement[] {
  const fileAt = (index: number): ResponseElement[] => {
    const file = files[index];
    return file ? [{ type: "file", file, index }] : [];
  };
  if (content) {
    return content.flatMap((part): ResponseElement[] => {
      if (part.type === "text") return part.text === "" ? [] : [part];
      if (part.type === "file") return fileAt(part.index);
      const call = toolCalls[part.index];
      return call ? [{ type: "call", call }] : [];
    });
  }
  const elements: ResponseElement[] = [];
  const addText = (piece: string) => {
    if (piece.trim() !== "") elements.push({ type: "text", text: piece.trim() });
  };
  let begin = 0;
  for (const [index, file] of files.entries()) {
    if (file.thought) continue;
    addText(text.slice(begin, file.at));
    elements.push(...fileAt(index));
    begin = file.at;
  }
  if (begin === 0 && text !== "") elements.push({ type: "text", text });
  else addText(text.slice(begin));
  return [...elements, ...toolCalls.map((call): ResponseElement => ({ type: "call", call }))];
}
