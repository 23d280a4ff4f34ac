/** Requests, follows and settles the responses of a chat, and resumes them after a reload. */

import type { ResponseFile } from "../conversation/model-response.ts";
import { readExpectedSchemas } from "../conversation/read-expected-schemas.ts";
import { type AssistantTurn, appendTurn, pathTo, type Transcript, updateAnswer } from "../conversation/transcript.ts";
import type { Conversation, TextDialect, TextRequest } from "../dialects/text-dialect.ts";
import { storeFile } from "../files/store-file.ts";
import { type GatewayFailure, networkFailure } from "../gateway/errors.ts";
import type { ChatSession, History } from "../history/history.ts";
import type { RouteFacts } from "../models/route-facts.ts";
import type { Store } from "../shell/create-store.ts";
import { saveTrace } from "../trace/save-trace.ts";
import type { ChatRun, resumeChatRun, startChatRun } from "./chat-run.ts";
import { type ChatState, createAssistantTurn } from "./chat-state.ts";

/** Loads the code of runs, which no page needs before its first request. */
export const loadChatRun = () => import("./chat-run.ts");

/** Interval at which the text of a streaming response is saved, in milliseconds. */
const PARTIAL_SAVE_INTERVAL = 1000;

export function createChatResponses({
  store,
  dialect,
  history,
  background,
  findSession,
  changeTranscript,
  getModel,
  readDataUrl,
  run: startRun,
  resumeRun,
}: {
  store: Store<ChatState>;
  dialect: TextDialect;
  history: History;
  /** Sessions that are not open but have a response streaming. */
  background: Map<string, ChatSession>;
  findSession: (id: string) => ChatSession | undefined;
  changeTranscript: (id: string, change: (transcript: Transcript) => Transcript) => void;
  getModel: (session: ChatSession) => string;
  readDataUrl: Conversation["readDataUrl"];
  run?: typeof startChatRun;
  resumeRun?: typeof resumeChatRun;
}) {
  const saveFile = (file: ResponseFile) => storeFile(file, history.saveBlob);

  function changeResponse(sessionId: string, turnId: string, changes: Partial<AssistantTurn>): void {
    changeTranscript(sessionId, (transcript) => updateAnswer(transcript, turnId, changes));
  }

  function accept(sessionId: string, turn: AssistantTurn, route: RouteFacts): void {
    changeResponse(sessionId, turn.id, { accepted: true, route });
  }

  /**
   * Requests the response that follows `parent`.
   * @param by another model than the chat's
   */
  async function requestResponse(sessionId: string, parent: string | null, by?: string): Promise<void> {
    const session = findSession(sessionId);
    if (!session) return;
    const model = by ?? getModel(session);
    const turn = createAssistantTurn(parent, model);
    const turns = pathTo(session.transcript, parent);
    changeTranscript(sessionId, (transcript) => appendTurn(transcript, turn));

    let request: TextRequest;
    try {
      request = await dialect.buildRequest({ model, settings: session.settings, turns, readDataUrl });
      const asked = readExpectedSchemas(request, dialect);
      if (asked) changeResponse(sessionId, turn.id, { asked });
    } catch (error) {
      const message = error instanceof Error ? error.message : "Couldn’t build the request.";
      const failure: GatewayFailure = { origin: "response", status: 400, type: "invalid_attachment", message };
      changeResponse(sessionId, turn.id, { state: "failed", failure });
      return;
    }

    let start = startRun;
    try {
      start ??= (await loadChatRun()).startChatRun;
    } catch (error) {
      changeResponse(sessionId, turn.id, { state: "failed", failure: networkFailure(error, false) });
      return;
    }
    const run = start({
      request,
      exchangeId: turn.exchangeId,
      answer: dialect.createResponseReader({ saveFile }),
      onAccepted: (route) => accept(sessionId, turn, route),
    });
    await follow(sessionId, turn.id, run);
  }

  /** Resumes the responses of a session that were streaming when its page was closed. */
  async function resume(sessionId: string): Promise<void> {
    const findUnfinished = () => listUnfinished(findSession(sessionId)?.transcript, store.get().runs);
    if (findUnfinished().length === 0) return;
    let resumeOne = resumeRun;
    try {
      resumeOne ??= (await loadChatRun()).resumeChatRun;
    } catch {
      // The responses go on without this page, and are resumed at the next visit.
      return;
    }
    for (const turn of findUnfinished()) {
      const run = resumeOne({
        exchangeId: turn.exchangeId,
        startedAt: turn.createdAt,
        known: { answer: turn.answer, timings: turn.timings },
        answer: dialect.createResponseReader({ saveFile }),
        onAccepted: (route) => accept(sessionId, turn, route),
      });
      void follow(sessionId, turn.id, run);
    }
  }

  async function follow(sessionId: string, turnId: string, run: ChatRun): Promise<void> {
    store.set(({ runs, answering }) => ({
      runs: { ...runs, [turnId]: run },
      answering: [...answering, sessionId],
    }));
    // Loaded while the response streams, and needed at its end. Without it the response is saved all the same.
    const pulses = import("../trace/pulse.ts").catch(() => undefined);
    const partial = setInterval(() => savePartial(sessionId, turnId, run), PARTIAL_SAVE_INTERVAL);
    const { answer, timings, state, route, failure } = await run.finished;
    const pulse = (await pulses)?.describePulse(run.trace.record());
    clearInterval(partial);
    // The settled turn must be stored before the run is removed, or the row would show the empty turn for a moment. An
    // interrupted response keeps the content that was saved before.
    changeResponse(
      sessionId,
      turnId,
      state === "interrupted" ? { state } : { answer, timings, state, route, failure, pulse },
    );
    store.set(({ runs: { [turnId]: _ended, ...runs }, answering }) => ({
      runs,
      answering: answering.toSpliced(answering.indexOf(sessionId), 1),
    }));
    const kept = findSession(sessionId) !== undefined;
    if (!store.get().answering.includes(sessionId)) background.delete(sessionId);
    if (!kept || state === "interrupted") return;
    void saveTrace(history, { turnId, sessionId, ...run.trace.record() });
  }

  function savePartial(sessionId: string, turnId: string, run: ChatRun): void {
    const session = findSession(sessionId);
    if (!session) return;
    const transcript = updateAnswer(session.transcript, turnId, run.live.get());
    void history.save({ ...session, transcript }).catch(() => {});
  }

  return { requestResponse, resume };
}

/** Returns the responses that were streaming when the page was closed, and that no run reads yet. */
function listUnfinished(transcript: Transcript | undefined, runs: ChatState["runs"]) {
  return Object.values(transcript?.turns ?? {}).flatMap((turn) => {
    if (turn.role !== "assistant" || turn.state !== "streaming" || runs[turn.id]) return [];
    return turn.exchangeId ? [{ ...turn, exchangeId: turn.exchangeId }] : [];
  });
}
