/** Edits of a list of messages, with undo. Pure functions; unchanged messages keep their identity. */

import { newId } from "../history/new-id.ts";
import type { EditableMessage, MessageList, MessagePart, MessageRole, PartContent } from "./message-list.ts";
import { newPart } from "./message-list.ts";
import type { ToolCall } from "./model-response.ts";

export type MessageEdits = {
  list: MessageList;
  past: readonly MessageList[];
  future: readonly MessageList[];
  /** Field that is being typed in: its keystrokes are undone together. */
  typing?: string;
};

export const beginEdits = (list: MessageList): MessageEdits => ({ list, past: [], future: [] });

/** @param typing names the field when the change is one keystroke of several */
export function recordEdit({ list: before, past, typing: open }: MessageEdits, list: MessageList, typing?: string) {
  if (list === before) return { list, past, future: [], typing: open };
  const continues = typing !== undefined && typing === open;
  return { list, past: continues ? past : [...past, before], future: [], typing };
}

export function undoEdit(edits: MessageEdits): MessageEdits {
  const list = edits.past.at(-1);
  if (!list) return edits;
  return { list, past: edits.past.slice(0, -1), future: [edits.list, ...edits.future] };
}

export function redoEdit(edits: MessageEdits): MessageEdits {
  const [list, ...future] = edits.future;
  return list ? { list, past: [...edits.past, edits.list], future } : edits;
}

/** @param step −1 moves up, 1 down; at either end nothing changes */
export function moveMessage(list: MessageList, key: string, step: 1 | -1): MessageList {
  return moved(
    list,
    list.findIndex((message) => message.key === key),
    step,
  );
}

export const removeMessage = (list: MessageList, key: string): MessageList =>
  list.filter((message) => message.key !== key);

/** Inserts a message after another, or at the end. A tool message gets empty results for the calls before it. */
export function insertMessage(
  list: MessageList,
  { role, after }: { role: MessageRole; after?: string },
): { list: MessageList; key: string } {
  const place = after === undefined ? list.length : list.findIndex(({ key }) => key === after) + 1;
  const message: EditableMessage = { key: newId(), role, parts: firstParts(role, list.slice(0, place)) };
  return { list: list.toSpliced(place, 0, message), key: message.key };
}

/** Returns the role of the next message: tool when calls are open, otherwise the other side. */
export function nextRole(list: MessageList): MessageRole {
  const last = list.at(-1);
  if (last?.role !== "assistant") return last === undefined || last.role === "system" ? "user" : "assistant";
  return listCalls(last).length > 0 ? "tool" : "user";
}

function firstParts(role: MessageRole, before: MessageList): MessagePart[] {
  if (role !== "tool") return [newPart({ type: "text", text: "" })];
  const open = callsBefore(before, before.length).filter(({ id }) => !listAnsweredIds(before).has(id));
  const calls = open.length > 0 ? open : [{ id: "", name: "" }];
  return calls.map(({ id, name }) => newPart({ type: "result", callId: id, name, content: "" }));
}

const listAnsweredIds = (list: MessageList) =>
  new Set(list.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "result" ? [part.callId] : []))));

export const listCalls = ({ parts }: EditableMessage): ToolCall[] =>
  parts.flatMap((part) => (part.type === "call" ? [part.call] : []));

/** Returns a new call id. A call needs one on screen; in dialects without call ids it is not sent. */
export const newCallId = ({ callIds }: { callIds: boolean }): string =>
  callIds ? `call_${newId().slice(0, 16)}` : `own-${Number.parseInt(newId().slice(0, 8), 16)}`;

/** Returns the calls that the tool message at `place` belongs to; other tool messages may be in between. */
export function callsBefore(list: MessageList, place: number): ToolCall[] {
  const asked = list.slice(0, place).findLast(({ role }) => role !== "tool");
  return asked ? listCalls(asked) : [];
}

/** Changes a message's role and converts its content: text becomes a tool result, and a tool result becomes text. */
export function changeRole(list: MessageList, key: string, role: MessageRole): MessageList {
  return list.map((message, place) => {
    if (message.key !== key || message.role === role) return message;
    const original = message.origin?.turn.role === role ? message.origin.parts : undefined;
    const calls = callsBefore(list, place);
    return { ...message, role, parts: original ?? message.parts.map((part) => translatePart(part, role, calls[0])) };
  });
}

function translatePart(part: MessagePart, role: MessageRole, call: ToolCall | undefined): MessagePart {
  const { id } = part;
  if (role === "tool") {
    if (part.type !== "text") return part;
    return { id, type: "result", callId: call?.id ?? "", name: call?.name ?? "", content: part.text };
  }
  if (part.type === "result") return { id, type: "text", text: part.content };
  if (part.type === "answer-file" && role === "user" && part.file.sha256 !== undefined) {
    const { sha256, mediaType, size, width, height } = part.file;
    const name = `Response.${mediaType.replace(/^.*\//, "")}`;
    return { id, type: "file", attachment: { sha256, name, mediaType, size, width, height } };
  }
  return part;
}

export function changePart(list: MessageList, key: string, part: MessagePart): MessageList {
  return changeParts(list, key, (parts) => parts.map((other) => (other.id === part.id ? part : other)));
}

export function addPart(list: MessageList, key: string, content: PartContent): { list: MessageList; id: string } {
  const part = newPart(content);
  // An empty text part is a placeholder: a file is inserted before it.
  const changed = changeParts(list, key, (parts) => {
    const blank = content.type === "file" ? parts.findIndex((other) => other.type === "text" && other.text === "") : -1;
    return blank < 0 ? [...parts, part] : parts.toSpliced(blank, 0, part);
  });
  return { list: changed, id: part.id };
}

export function removePart(list: MessageList, key: string, id: string): MessageList {
  return changeParts(list, key, (parts) => parts.filter((part) => part.id !== id));
}

export function movePart(list: MessageList, key: string, { id, step }: { id: string; step: 1 | -1 }): MessageList {
  return changeParts(list, key, (parts) =>
    moved(
      parts,
      parts.findIndex((part) => part.id === id),
      step,
    ),
  );
}

function changeParts(
  list: MessageList,
  key: string,
  change: (parts: readonly MessagePart[]) => readonly MessagePart[],
): MessageList {
  return list.map((message) => (message.key === key ? { ...message, parts: change(message.parts) } : message));
}

function moved<Item>(items: readonly Item[], from: number, step: 1 | -1): readonly Item[] {
  const to = from + step;
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
