/** Opens a demo run as a conversation that is not saved, and plays it at its own pace. */
import type { Chat } from "#lib/playground/chat/chat.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { createAssistantTurn, newSession } from "#lib/playground/chat/chat-state.ts";
import {
  type AssistantTurn,
  appendTurn,
  EMPTY_TRANSCRIPT,
  type Turn,
} from "#lib/playground/conversation/transcript.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { ChatSession } from "#lib/playground/history/history.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import { readRouteFacts } from "#lib/playground/models/route-facts.ts";
import { describePulse } from "#lib/playground/trace/pulse.ts";
import { showReplay } from "#lib/playground/trace/replays.ts";
import { startReplay } from "#lib/playground/trace/start-replay.ts";
import type { SavedTrace } from "#lib/playground/trace/trace.ts";
import { recordTime, type StreamTimings } from "../metrics.ts";
import { type DemoRun, loadDemoRun } from "./demo-run.ts";

export async function playDemoRun(chat: Chat): Promise<void> {
  const { dialect } = chat;
  const { session, trace, answer } = openDemoRun(dialect, await loadDemoRun(dialect.page));
  chat.showDemoRun(session, trace);
  const reader = dialect.createResponseReader({ saveFile: async () => {} });
  showReplay(startReplay({ turnId: answer.id, record: trace, answer: reader, settled: answer.answer }));
}

/** Returns the conversation at the end of the run, as the page's own reader reads the recorded events. */
export function openDemoRun(
  dialect: TextDialect,
  { question, model, trace: recorded }: DemoRun,
): { session: ChatSession; trace: SavedTrace; answer: AssistantTurn } {
  const reader = dialect.createResponseReader({ saveFile: async () => {} });
  const timings: StreamTimings = { ...recorded.timings };
  for (const { at, data, form } of recorded.events) {
    if (form !== "comment" && data !== "[DONE]") recordTime(timings, reader.apply(JSON.parse(data)), at);
  }
  const { startedAt } = recorded;
  const asked: Turn = {
    id: newId(),
    parent: null,
    createdAt: startedAt,
    role: "user",
    text: question,
    attachments: [],
  };
  const { exchangeId: _notKept, ...begun } = createAssistantTurn(asked.id, model);
  const answer: AssistantTurn = {
    ...begun,
    createdAt: startedAt,
    state: "complete",
    accepted: true,
    answer: reader.snapshot(),
    timings,
    pulse: describePulse({ ...recorded, timings }),
    route: readRouteFacts(new Headers(recorded.responseHeaders)),
  };
  const session: ChatSession = {
    ...newSession(dialect.page, EMPTY_SETTINGS),
    title: "Recorded run",
    recordedAt: startedAt,
    transcript: appendTurn(appendTurn(EMPTY_TRANSCRIPT, asked), answer),
  };
  return { session, trace: { ...recorded, timings, turnId: answer.id, sessionId: session.id }, answer };
}
