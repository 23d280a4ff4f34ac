/** The chat page's state, and the pure steps of the controller in chat.ts. */
import { EMPTY_RESPONSE } from "../conversation/model-response.ts";
import {
  type AssistantTurn,
  EMPTY_TRANSCRIPT,
  removeTurn,
  type Transcript,
  type Turn,
  visiblePath,
} from "../conversation/transcript.ts";
import type { ChatSession, SessionSummary, TextPage } from "../history/history.ts";
import { newId } from "../history/new-id.ts";
import type { ChatRun } from "./chat-run.ts";
import type { ChatSettings } from "./chat-settings.ts";

export type ChatState = {
  session: ChatSession;
  /** False until the history has been read. */
  ready: boolean;
  sessions: SessionSummary[];
  /** Streaming responses by turn id, of the open session and of others still running. */
  runs: { [turnId: string]: ChatRun };
  /** Ids of the conversations that `runs` belong to. */
  answering: readonly string[];
  /** The newest message that the gateway accepted; the composer clears itself when it sees its own text here. */
  accepted?: { sessionId: string; text: string };
};

/** Returns the open session's turn whose response is streaming, if there is one. */
export function runningTurn({ session, runs }: ChatState): AssistantTurn | undefined {
  const tail = visiblePath(session.transcript).at(-1);
  return tail?.role === "assistant" && (runs[tail.id] || tail.state === "streaming") ? tail : undefined;
}

/** Removes a refused request from the transcript, so that the next one takes its place instead of following it. */
export function dropRefused(transcript: Transcript): Transcript {
  const [question, tail] = visiblePath(transcript).slice(-2);
  if (tail?.role !== "assistant" || tail.state !== "failed" || tail.accepted || !question) return transcript;
  const onlyAnswer = (transcript.children[question.id] ?? []).length === 1;
  return removeTurn(transcript, onlyAnswer && question.role === "user" ? question.id : tail.id);
}

export function lastUserText(turns: readonly Turn[]): string {
  const turn = turns.at(-1);
  return turn?.role === "user" ? turn.text : "";
}

export function createAssistantTurn(parent: string | null, model: string): AssistantTurn {
  return {
    id: newId(),
    parent,
    role: "assistant",
    createdAt: Date.now(),
    model,
    exchangeId: newId(),
    state: "streaming",
    accepted: false,
    answer: EMPTY_RESPONSE,
    chosen: 0,
    timings: {},
    route: { dropped: [] },
  };
}

export function newSession(page: TextPage, settings: ChatSettings): ChatSession {
  const now = Date.now();
  return {
    id: newId(),
    page,
    title: "New chat",
    renamed: false,
    createdAt: now,
    updatedAt: now,
    settings,
    transcript: EMPTY_TRANSCRIPT,
  };
}
