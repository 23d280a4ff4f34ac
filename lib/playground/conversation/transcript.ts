/**
 * A conversation as a tree: editing a sent message or regenerating a response adds a sibling, so no message is lost.
 * One path through the tree is on screen and is sent. All functions are pure.
 */

import type { GatewayFailure } from "../gateway/errors.ts";
import { newId } from "../history/new-id.ts";
import type { RouteFacts } from "../models/route-facts.ts";
import type { StreamTimings } from "../streams/metrics.ts";
import type { ModelResponse, ResponseChoice, ResponseFile } from "./model-response.ts";

/** A file by reference; its bytes are in the blob store under their SHA-256. */
export type Attachment = {
  sha256: string;
  name: string;
  mediaType: string;
  /** Size in bytes. */
  size: number;
  /** Pixels, images only. */
  width?: number;
  height?: number;
};

type TurnCommon = { id: string; parent: string | null; createdAt: number };

/** One part of a user's message. */
export type UserPart = { type: "text"; text: string } | { type: "file"; attachment: Attachment };

export type UserTurn = TurnCommon & {
  role: "user";
  /** The message's whole text; texts on both sides of a file are paragraphs. */
  text: string;
  attachments: Attachment[];
  /** Order of the parts, when it is not files first and then the text. */
  parts?: UserPart[];
};

/** Instructions within a conversation; those before it are a setting. */
export type SystemTurn = TurnCommon & { role: "system" | "developer"; text: string };

/** The results of all calls of the response above. */
export type ToolTurn = TurnCommon & { role: "tool"; results: ToolResult[] };

/** `isError`: the tool failed, and the content explains why. */
export type ToolResult = { callId: string; name: string; content: string; isError?: boolean };

/** Schemas that a request sets for its response. */
export type ExpectedSchemas = {
  /** JSON Schema of the response. */
  schema?: unknown;
  /** JSON Schema of each tool's arguments, by its name. */
  tools?: { [name: string]: unknown };
};

export type AssistantTurn = TurnCommon & {
  role: "assistant";
  model: string;
  /** Id of the resumable response on the gateway, valid while it streams and some minutes longer. */
  exchangeId?: string;
  /** `interrupted`: the page was closed while the response streamed. */
  state: "streaming" | "complete" | "stopped" | "failed" | "interrupted";
  /** True when the gateway answered the request with a success status. */
  accepted: boolean;
  answer: ModelResponse;
  /** Index of the choice, of `n`, that the conversation continues from. */
  chosen: number;
  timings: StreamTimings;
  route: RouteFacts;
  failure?: GatewayFailure;
  /** Schemas of the request, to check the response against. */
  asked?: ExpectedSchemas;
  /** Gaps between its events, as `writePulse` writes them. */
  pulse?: string;
  /** Written or changed by hand, not as a model wrote it. */
  edited?: true;
};

export type Turn = UserTurn | SystemTurn | ToolTurn | AssistantTurn;

export type Transcript = {
  turns: { [id: string]: Turn };
  /** Ids by parent, oldest first; the first turns are under "root". */
  children: { [parent: string]: string[] };
  /** The visible child by parent; the newest when absent. */
  selected: { [parent: string]: string };
};

export const EMPTY_TRANSCRIPT: Transcript = { turns: {}, children: {}, selected: {} };

const getParentKey = (parent: string | null) => parent ?? "root";

/** Returns the visible turns, first to last. */
export function visiblePath(transcript: Transcript): Turn[] {
  const path: Turn[] = [];
  let parent = "root";
  for (;;) {
    const children = transcript.children[parent] ?? [];
    const id = transcript.selected[parent] ?? children.at(-1);
    const turn = id === undefined ? undefined : transcript.turns[id];
    if (!turn) return path;
    path.push(turn);
    parent = turn.id;
  }
}

/** Returns the turns from the first down to `id`. */
export function pathTo(transcript: Transcript, id: string | null): Turn[] {
  const path: Turn[] = [];
  let turn = id === null ? undefined : transcript.turns[id];
  while (turn) {
    path.unshift(turn);
    turn = turn.parent === null ? undefined : transcript.turns[turn.parent];
  }
  return path;
}

/** Adds `turn` under its parent and makes it visible. */
export function appendTurn(transcript: Transcript, turn: Turn): Transcript {
  const key = getParentKey(turn.parent);
  return {
    turns: { ...transcript.turns, [turn.id]: turn },
    children: { ...transcript.children, [key]: [...(transcript.children[key] ?? []), turn.id] },
    selected: { ...transcript.selected, [key]: turn.id },
  };
}

/**
 * Copies a turn under another parent. The copy of a response loses its id: the server stored it with other turns before
 * it.
 */
export function copyTurn(turn: Turn, parent: string | null): Turn {
  if (turn.role !== "assistant") return { ...turn, id: newId(), parent };
  const { responseId: _elsewhere, ...answer } = turn.answer;
  return { ...turn, id: newId(), parent, answer } satisfies AssistantTurn;
}

/** Changes fields of an assistant turn; the other turns keep their identity, so that their rows do not render again. */
export function updateAnswer(transcript: Transcript, id: string, changes: Partial<AssistantTurn>): Transcript {
  const turn = transcript.turns[id];
  if (turn?.role !== "assistant") return transcript;
  return { ...transcript, turns: { ...transcript.turns, [id]: { ...turn, ...changes } } };
}

/** Returns the choice of a response that the conversation continues from. */
export function getChosenChoice({
  answer,
  chosen,
}: Pick<AssistantTurn, "answer" | "chosen">): ResponseChoice | undefined {
  return answer.choices[chosen] ?? answer.choices[0];
}

/** Returns the texts of the responses that are shown, oldest first. */
export function listResponseTexts(transcript: Transcript): string[] {
  return visiblePath(transcript).flatMap((turn) =>
    turn.role === "assistant" ? (getChosenChoice(turn)?.text ?? []) : [],
  );
}

/**
 * Returns the newest image that a model made, for the next message to refer to; undefined when a later message has an
 * image.
 */
export function latestPicture(path: readonly Turn[]): ResponseFile | undefined {
  for (const turn of path.toReversed()) {
    if (turn.role === "user" && turn.attachments.some(({ mediaType }) => mediaType.startsWith("image/"))) return;
    const files = turn.role === "assistant" ? (getChosenChoice(turn)?.files ?? []) : [];
    const picture = files.findLast((file) => isPicture(file));
    if (picture) return picture;
  }
}

/** Returns true for images that are shown, as opposed to images in reasoning. */
export function isPicture({ mediaType, thought }: ResponseFile): boolean {
  return mediaType.startsWith("image/") && thought !== true;
}

/** Removes a turn and all turns below it. */
export function removeTurn(transcript: Transcript, id: string): Transcript {
  const turn = transcript.turns[id];
  if (!turn) return transcript;
  const turns = { ...transcript.turns };
  const children = { ...transcript.children };
  const selected = { ...transcript.selected };
  const pending = [id];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    pending.push(...(children[current] ?? []));
    delete turns[current];
    delete children[current];
    delete selected[current];
  }
  const key = getParentKey(turn.parent);
  children[key] = (children[key] ?? []).filter((child) => child !== id);
  if (selected[key] === id) delete selected[key];
  return { turns, children, selected };
}

/** Removes a turn, its other versions, and all turns below them. */
export function removeVersions(transcript: Transcript, id: string): Transcript {
  return listVersions(transcript, id).ids.reduce(removeTurn, transcript);
}

/** Returns the ids of a turn's versions and the turn's index among them, from 0. */
export function listVersions(transcript: Transcript, id: string): { ids: string[]; index: number } {
  const turn = transcript.turns[id];
  const ids = turn ? (transcript.children[getParentKey(turn.parent)] ?? []) : [];
  return { ids, index: ids.indexOf(id) };
}

export function selectVersion(transcript: Transcript, id: string): Transcript {
  const turn = transcript.turns[id];
  if (!turn) return transcript;
  return { ...transcript, selected: { ...transcript.selected, [getParentKey(turn.parent)]: id } };
}

/** Marks as interrupted the responses that were streaming when the page was closed and are not resumable. */
export function settleInterrupted(transcript: Transcript): Transcript {
  let settled = transcript;
  for (const turn of Object.values(transcript.turns)) {
    if (turn.role === "assistant" && turn.state === "streaming" && turn.exchangeId === undefined) {
      settled = updateAnswer(settled, turn.id, { state: "interrupted" });
    }
  }
  return settled;
}

/**
 * Returns the transcript as it is stored, without the bytes of files, which are in the blob store. Turns without bytes
 * keep their identity.
 */
export function withoutBytes(transcript: Transcript): Transcript {
  const turns = Object.values(transcript.turns).map((turn): Turn => {
    if (turn.role !== "assistant" || !turn.answer.choices.some(({ files }) => files)) return turn;
    const choices = turn.answer.choices.map((choice) => ({
      ...choice,
      files: choice.files?.map(({ bytes: _inMemory, ...file }) => file),
    }));
    return { ...turn, answer: { ...turn.answer, choices } };
  });
  return { ...transcript, turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])) };
}

/** Returns the first words of the conversation as its title. */
export function getConversationTitle(transcript: Transcript): string {
  const first = visiblePath(transcript).find((turn) => turn.role === "user");
  const text = first?.role === "user" ? first.text.trim().replace(/\s+/g, " ") : "";
  if (text) return text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text;
  return first?.role === "user" && first.attachments[0] ? first.attachments[0].name : "New chat";
}
