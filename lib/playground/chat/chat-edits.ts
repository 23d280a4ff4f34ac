/** Actions on existing messages of a chat: regenerate, apply an edited list, branch off, delete. */

import type { AppliedMessages } from "../conversation/message-list.ts";
import {
  appendTurn,
  copyTurn,
  EMPTY_TRANSCRIPT,
  pathTo,
  removeTurn,
  removeVersions,
  type Transcript,
} from "../conversation/transcript.ts";
import type { ChatSession, History } from "../history/history.ts";
import type { Store } from "../shell/create-store.ts";
import { type ChatState, newSession } from "./chat-state.ts";

export function createChatEdits({
  store,
  history,
  changeTranscript,
  requestResponse,
  show,
  getModel,
}: {
  store: Store<ChatState>;
  history: History;
  changeTranscript: (sessionId: string, change: (transcript: Transcript) => Transcript) => void;
  requestResponse: (sessionId: string, parent: string | null, model?: string) => Promise<void>;
  show: (session: ChatSession) => void;
  getModel: (session: ChatSession) => string;
}) {
  /** A copy of a response gets the same recorded request as the original. */
  async function copyTraces(sessionId: string, copies: readonly { from: string; to: string }[]): Promise<void> {
    for (const { from, to } of copies) {
      const trace = await history.loadTrace(from);
      if (trace) await history.saveTrace({ ...trace, turnId: to, sessionId });
    }
  }

  return {
    /**
     * Requests another version of a response. A failed response is replaced; a good one stays reachable.
     * @param model another than the chat's
     */
    regenerate(turnId: string, model?: string): Promise<void> | undefined {
      const { session } = store.get();
      const turn = session.transcript.turns[turnId];
      if (turn?.role !== "assistant") return undefined;
      const worthless = turn.state === "failed" && turn.answer.choices.length === 0;
      if (worthless) changeTranscript(session.id, (transcript) => removeTurn(transcript, turnId));
      return requestResponse(session.id, turn.parent, model);
    },
    /** The model of the open chat's next request. */
    chosenModel: () => getModel(store.get().session),
    /** Continues a response of server-side tool calls that the upstream paused, without a new user message. */
    continueResponse: (turnId: string): Promise<void> => requestResponse(store.get().session.id, turnId),
    /** Shows the branch made from an edited list. `run` requests the response that follows it. */
    showBranch({ transcript, tail, copies }: AppliedMessages, { run }: { run: boolean }): Promise<void> | undefined {
      const { id } = store.get().session;
      changeTranscript(id, () => transcript);
      void copyTraces(id, copies).catch(() => {});
      return run ? requestResponse(id, tail) : undefined;
    },
    /** Opens a new conversation with the messages up to and including this one. */
    branch(turnId: string): void {
      const { session } = store.get();
      let transcript = EMPTY_TRANSCRIPT;
      let parent: string | null = null;
      const copies = pathTo(session.transcript, turnId).map((turn) => {
        const copy = copyTurn(turn, parent);
        transcript = appendTurn(transcript, copy);
        parent = copy.id;
        return { from: turn.id, to: copy.id };
      });
      const named = session.renamed && { title: `${session.title} (branch)`, renamed: true };
      const branched = { ...newSession(session.page, session.settings), ...named };
      show(branched);
      changeTranscript(branched.id, () => transcript);
      void copyTraces(branched.id, copies).catch(() => {});
    },
    /**
     * Removes a message and everything that follows it.
     * @param only `version`: the message's other versions stay, and one of them is shown
     * @returns a function that restores it, as long as nothing else has changed
     */
    removeMessage(turnId: string, only?: "version"): () => void {
      const { id, transcript: before } = store.get().session;
      const after = only ? removeTurn(before, turnId) : removeVersions(before, turnId);
      changeTranscript(id, () => after);
      return () => changeTranscript(id, (transcript) => (transcript === after ? before : transcript));
    },
  };
}
