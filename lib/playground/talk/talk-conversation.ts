/** Conversation of a session, folded from the server's events: both sides' texts, and who has the word. Pure functions. */
import { isRecord } from "#lib/contract/is-record.ts";
import type { RealtimeEvent } from "./talk-frames.ts";

export type TalkTurn = {
  /** Id of the item. */
  id: string;
  role: "user" | "assistant";
  /** Text of each content part. */
  texts: readonly string[];
  /** True once nothing more is written into it. */
  isFinal: boolean;
  /** The user spoke before it was heard to its end. */
  isInterrupted?: true;
  /** Reason that there is no text. */
  problem?: string;
  /** True for a typed message that the server has not confirmed. */
  isUnconfirmed?: boolean;
};

export type TalkConversation = {
  turns: readonly TalkTurn[];
  isUserSpeaking: boolean;
  /** True from the beginning to the end of a response. */
  isResponding: boolean;
  /** Message of the last error; a response that ends well removes it. */
  problem?: string | undefined;
};

export const EMPTY_CONVERSATION: TalkConversation = { turns: [], isUserSpeaking: false, isResponding: false };

/** Text deltas and texts of a response, by the names of the API and of its beta version. */
const DELTA = /^response\.(?:(?:output_)?audio_transcript|(?:output_)?text)\.delta$/;
const DONE = /^response\.(?:(?:output_)?audio_transcript|(?:output_)?text)\.done$/;
const HEARD = "conversation.item.input_audio_transcription";

export function applyEvent(state: TalkConversation, event: RealtimeEvent): TalkConversation {
  const { type } = event;
  const id = readText(event.item_id);
  if (DELTA.test(type)) return write(state, { id, role: "assistant", event, text: readText(event.delta), adds: true });
  if (DONE.test(type)) {
    return write(state, { id, role: "assistant", event, text: readText(event.transcript ?? event.text), adds: false });
  }
  switch (type) {
    case "input_audio_buffer.speech_started":
      return { ...addTurn(state, id, "user"), isUserSpeaking: true };
    case "input_audio_buffer.speech_stopped":
      return { ...state, isUserSpeaking: false };
    case "input_audio_buffer.committed":
      return addTurn(state, id, "user");
    case "conversation.item.added":
    case "conversation.item.created":
    case "response.output_item.added":
      return addItem(state, event.item);
    case `${HEARD}.delta`:
      return write(state, { id, role: "user", event, text: readText(event.delta), adds: true });
    case `${HEARD}.completed`:
      return finish(write(state, { id, role: "user", event, text: readText(event.transcript), adds: false }), id);
    case `${HEARD}.failed`:
      return change(addTurn(state, id, "user"), id, {
        isFinal: true,
        problem: readMessage(event.error) ?? "The transcription failed.",
      });
    case "response.created":
      return { ...state, isResponding: true };
    case "response.done":
      return endResponse(state, event.response);
    case "error":
      return { ...state, problem: readMessage(event.error) ?? "The server reported an error without a message." };
    default:
      return state;
  }
}

/** Adds what the user typed, before the server confirms it. */
export function addTyped(state: TalkConversation, id: string, text: string): TalkConversation {
  const turn: TalkTurn = { id, role: "user", texts: [text], isFinal: true, isUnconfirmed: true };
  return { ...state, turns: [...state.turns, turn] };
}

/** Marks a response that was not heard to its end. */
export const interrupt = (state: TalkConversation, id: string): TalkConversation =>
  change(state, id, { isInterrupted: true, isFinal: true });

export const getText = ({ texts }: TalkTurn): string => texts.join("").trim();

/** Returns what both sides said, without turns that have no text. */
export function listSpoken({ turns }: Pick<TalkConversation, "turns">): { role: TalkTurn["role"]; text: string }[] {
  return turns.flatMap((turn) => {
    const text = getText(turn);
    return text === "" ? [] : [{ role: turn.role, text }];
  });
}

function addTurn(state: TalkConversation, id: string, role: TalkTurn["role"]): TalkConversation {
  if (id === "" || state.turns.some((turn) => turn.id === id)) return state;
  return { ...state, turns: [...state.turns, { id, role, texts: [], isFinal: false }] };
}

/** Adds an item, or recognises a typed message that the server gave an id of its own. */
function addItem(state: TalkConversation, item: unknown): TalkConversation {
  if (!isRecord(item) || item.type !== "message") return state;
  const { role, content } = item;
  const id = readText(item.id);
  if (id === "" || (role !== "user" && role !== "assistant")) return state;
  if (state.turns.some((turn) => turn.id === id)) return change(state, id, { isUnconfirmed: false });
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  const texts = parts.map((part) => readText(part.text ?? part.transcript));
  const typed = state.turns.find(
    (turn) => turn.isUnconfirmed && role === "user" && turn.texts.join("") === texts.join(""),
  );
  if (typed) return change(state, typed.id, { id, isUnconfirmed: false });
  const isTyped = role === "user" && parts.some((part) => part.type === "input_text");
  return { ...state, turns: [...state.turns, { id, role, texts, isFinal: isTyped }] };
}

type Writing = { id: string; role: TalkTurn["role"]; event: RealtimeEvent; text: string; adds: boolean };

function write(state: TalkConversation, { id, role, event, text, adds }: Writing): TalkConversation {
  const part = typeof event.content_index === "number" ? event.content_index : 0;
  const withTurn = addTurn(state, id, role);
  const turn = withTurn.turns.find((other) => other.id === id);
  if (!turn) return state;
  const texts = Array.from({ length: Math.max(turn.texts.length, part + 1) }, (_, index) => turn.texts[index] ?? "");
  texts[part] = adds ? `${texts[part]}${text}` : text;
  return change(withTurn, id, { texts });
}

const finish = (state: TalkConversation, id: string): TalkConversation => change(state, id, { isFinal: true });

function endResponse(state: TalkConversation, response: unknown): TalkConversation {
  const { status, status_details: details } = isRecord(response) ? response : {};
  const failed = status === "failed" && isRecord(details);
  const problem = failed ? (readMessage(details.error) ?? "The response failed.") : undefined;
  const turns = state.turns.map((turn) => (turn.role === "assistant" ? { ...turn, isFinal: true } : turn));
  return { ...state, turns, isResponding: false, problem };
}

function change(state: TalkConversation, id: string, changes: Partial<TalkTurn>): TalkConversation {
  return { ...state, turns: state.turns.map((turn) => (turn.id === id ? { ...turn, ...changes } : turn)) };
}

const readText = (value: unknown): string => (typeof value === "string" ? value : "");
const readMessage = (error: unknown): string | undefined =>
  isRecord(error) && readText(error.message) !== "" ? readText(error.message) : undefined;
