/**
 * A conversation as an editable list: the visible turns become messages of parts, and the edited list becomes another
 * branch of the conversation. Pure functions.
 */

import { newId } from "../history/new-id.ts";
import { fromUserParts, listResponseElements, listUserParts } from "./message-parts.ts";
import {
  emptyChoice,
  type ResponseChoice,
  type ResponseContent,
  type ResponseFile,
  type ToolCall,
} from "./model-response.ts";
import { otherPartNames } from "./other-parts.ts";
import {
  type Attachment,
  appendTurn,
  copyTurn,
  getChosenChoice,
  type ToolResult,
  type Transcript,
  type Turn,
  type UserPart,
  visiblePath,
} from "./transcript.ts";

export type MessageRole = Turn["role"];

export type MessagePart = { id: string } & PartContent;

export type PartContent =
  | { type: "text"; text: string }
  | { type: "file"; attachment: Attachment }
  | { type: "answer-file"; file: ResponseFile }
  | { type: "call"; call: ToolCall }
  | ({ type: "result" } & ToolResult)
  | { type: "refusal"; text: string }
  /** Reasoning of the model; `sealed` when a signature or encryption protects it. */
  | { type: "reasoning"; text: string; sealed: boolean }
  /** Part that the pages do not read, mostly of server-side tools, by its name in the dialect; shown read-only. */
  | { type: "other"; name: string };

export type EditableMessage = {
  key: string;
  role: MessageRole;
  parts: readonly MessagePart[];
  /** The turn that the message was read from, with its original parts; absent for a new message. */
  origin?: { turn: Turn; parts: readonly MessagePart[] };
};

export type MessageList = readonly EditableMessage[];

export const newPart = (content: PartContent): MessagePart => ({ id: newId(), ...content });

/** Returns the visible turns as a list. Omits a response that failed without content, which is not sent either. */
export function readMessages(path: readonly Turn[]): MessageList {
  return path.flatMap((turn): EditableMessage[] => {
    const parts = listContents(turn).map((content, index) => ({ id: `${turn.id}:${index}`, ...content }));
    if (turn.role === "assistant" && parts.length === 0) return [];
    return [{ key: turn.id, role: turn.role, parts, origin: { turn, parts } }];
  });
}

function listContents(turn: Turn): PartContent[] {
  switch (turn.role) {
    case "system":
    case "developer":
      return [{ type: "text", text: turn.text }];
    case "user":
      return listUserParts(turn);
    case "tool":
      return turn.results.map((result) => ({ type: "result", ...result }));
    case "assistant": {
      const choice = getChosenChoice(turn);
      return choice ? listResponseContents(choice) : [];
    }
    default:
      return turn satisfies never;
  }
}

function listResponseContents(choice: ResponseChoice): PartContent[] {
  const { reasoning, refusal, seals = [], parts = [] } = choice;
  const sealed = seals.length > 0 || parts.some((part) => part.thoughtSignature !== undefined);
  return [
    ...(reasoning !== "" || sealed ? [{ type: "reasoning" as const, text: reasoning, sealed }] : []),
    ...otherPartNames(parts).map((name) => ({ type: "other" as const, name })),
    ...listResponseElements(choice).map((part): PartContent => {
      if (part.type === "text" || part.type === "call") return part;
      return { type: "answer-file", file: part.file };
    }),
    ...(refusal === "" ? [] : [{ type: "refusal" as const, text: refusal }]),
  ];
}

/** Returns true when the message differs from its turn; a message that was changed back does not. */
export function isChanged({ role, parts, origin }: EditableMessage): boolean {
  if (!origin || role !== origin.turn.role) return true;
  return parts !== origin.parts && JSON.stringify(parts) !== JSON.stringify(origin.parts);
}

/** Returns what a response loses when it is edited, as text; empty for an unedited one. */
export function listLosses(message: EditableMessage): string[] {
  const { role, origin } = message;
  const turn = origin?.turn;
  if (role !== "assistant" || turn?.role !== "assistant" || !isChanged(message)) return [];
  const losses = origin?.parts.flatMap((part) => {
    if (part.type === "reasoning") return part.sealed ? ["its reasoning and what seals it"] : ["its reasoning"];
    return part.type === "other" ? [`its ${part.name}`] : [];
  });
  const cited = (getChosenChoice(turn)?.citations?.length ?? 0) > 0;
  return [...new Set([...(losses ?? []), ...(cited ? ["its citations"] : [])])];
}

export type AppliedMessages = {
  transcript: Transcript;
  /** The last turn of the new branch. */
  tail: string;
  /** Turns copied under another id. */
  copies: { from: string; to: string }[];
};

/**
 * Adds the list to the transcript as a branch: the old turns stay reachable by the version switch of the first message
 * that differs.
 * @param model name for responses that no model wrote
 */
export function applyMessages(
  transcript: Transcript,
  { messages, model }: { messages: MessageList; model: string },
): AppliedMessages | undefined {
  const path = visiblePath(transcript);
  let kept = 0;
  while (kept < messages.length && isUnchanged(messages[kept], path[kept])) kept += 1;
  // A list that is only shorter gets another version of its last message, which nothing follows.
  if (kept === messages.length && kept < path.length) kept -= 1;
  let parent = path[kept - 1]?.id ?? null;
  let changed = transcript;
  const copies: AppliedMessages["copies"] = [];
  for (const message of messages.slice(Math.max(0, kept))) {
    const turn = toTurn(message, { parent, model });
    if (message.origin && !isChanged(message)) copies.push({ from: message.origin.turn.id, to: turn.id });
    changed = appendTurn(changed, turn);
    parent = turn.id;
  }
  return parent === null ? undefined : { transcript: changed, tail: parent, copies };
}

const isUnchanged = (message: EditableMessage | undefined, turn: Turn | undefined): boolean =>
  message !== undefined && turn !== undefined && message.origin?.turn === turn && !isChanged(message);

function toTurn(message: EditableMessage, { parent, model }: { parent: string | null; model: string }): Turn {
  const { role, parts, origin } = message;
  if (origin && !isChanged(message)) return copyTurn(origin.turn, parent);
  const common = { id: newId(), parent, createdAt: Date.now() };
  switch (role) {
    case "system":
    case "developer":
      return { ...common, role, text: getText(parts) };
    case "user":
      return { ...common, role, ...fromUserParts(parts.flatMap(toUserPart)) };
    case "tool":
      return {
        ...common,
        role,
        results: parts.flatMap((part) => {
          if (part.type !== "result") return [];
          const { id: _part, type: _result, ...result } = part;
          return [result];
        }),
      };
    case "assistant":
      return {
        ...common,
        role,
        model: origin?.turn.role === "assistant" ? origin.turn.model : model,
        state: "complete",
        accepted: true,
        answer: { choices: [toChoice(parts)] },
        chosen: 0,
        timings: {},
        route: { dropped: [] },
        edited: true,
      };
    default:
      return role satisfies never;
  }
}

const getText = (parts: readonly MessagePart[]) =>
  parts.flatMap((part) => (part.type === "text" && part.text.trim() !== "" ? [part.text] : [])).join("\n\n");

function toUserPart(part: MessagePart): UserPart[] {
  if (part.type === "text") return [{ type: "text", text: part.text }];
  return part.type === "file" ? [{ type: "file", attachment: part.attachment }] : [];
}

function toChoice(parts: readonly MessagePart[]): ResponseChoice {
  const choice = emptyChoice();
  const files: ResponseFile[] = [];
  const content: ResponseContent[] = [];
  for (const part of parts) {
    if (part.type === "text" && part.text.trim() !== "") {
      choice.text += choice.text === "" ? part.text : `\n\n${part.text}`;
      content.push({ type: "text", text: part.text });
    } else if (part.type === "call") {
      content.push({ type: "call", index: choice.toolCalls.push(part.call) - 1 });
    } else if (part.type === "answer-file") {
      content.push({ type: "file", index: files.push({ ...part.file, at: choice.text.length }) - 1 });
    } else if (part.type === "refusal") choice.refusal = part.text;
  }
  const firstCall = content.findIndex(({ type }) => type === "call");
  const isUsual = content.filter(({ type }) => type === "text").length < 2 && content.slice(firstCall).every(isCall);
  return {
    ...choice,
    ...(files.length > 0 ? { files } : {}),
    ...((firstCall < 0 ? content.length < 2 : isUsual) ? {} : { content }),
  };
}

const isCall = ({ type }: ResponseContent) => type === "call";
