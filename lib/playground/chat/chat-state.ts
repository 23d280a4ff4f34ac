/** The chat page's state, and the pure steps of the controller in chat.ts. */
import { EMPTY_RESPONSE } from "../conversation/model-response.ts";
import {
  type AssistantTurn,
  EMPTY_TRANSCRIPT,
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
};

/** Returns the open session's turn whose response is streaming, if there is one. */
export function runningTurn({ session, runs }: ChatState): AssistantTurn | undefined {
  const tail = visiblePath(session.transcript).at(-1);
  return tail?.role === "assistant" && (runs[tail.id] || tail.state === "streaming") ? tail : undefined;
}

/**
 * Returns the turn that a new message follows. A refused question is not part of the next request: the message becomes
 * another version of it, and the question stays reachable.
 */
export function findNextParent(transcript: Transcript): Turn | undefined {
  const path = visiblePath(transcript);
  const [question, tail] = path.slice(-2);
  if (tail?.role !== "assistant" || tail.state !== "failed" || tail.accepted) return path.at(-1);
  const isOnlyAnswer = question !== undefined && (transcript.children[question.id] ?? []).length === 1;
  return isOnlyAnswer && question.role === "user" ? path.at(-3) : question;
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
