/** The controller of a text page: its open session, settings and streaming responses. */

import { withText } from "../conversation/message-parts.ts";
import {
  type Attachment,
  appendTurn,
  getConversationTitle,
  selectVersion,
  settleInterrupted,
  type ToolResult,
  type Transcript,
  type Turn,
  updateAnswer,
} from "../conversation/transcript.ts";
import type { FileReference, TextDialect } from "../dialects/text-dialect.ts";
import { toDataUrl } from "../files/attachments.ts";
import { type ChatSession, type History, summarize } from "../history/history.ts";
import { newId } from "../history/new-id.ts";
import { loadDefaultPreset } from "../parameters/saved-settings.ts";
import { createStore, type Store } from "../shell/create-store.ts";
import type { SavedTrace } from "../trace/trace.ts";
import { createChatCopies } from "./chat-copies.ts";
import { createChatEdits } from "./chat-edits.ts";
import { createChatLibrary } from "./chat-library.ts";
import { createChatResponses } from "./chat-responses.ts";
import type { resumeChatRun, startChatRun } from "./chat-run.ts";
import { type ChatSettings, EMPTY_SETTINGS } from "./chat-settings.ts";
import { type ChatState, findNextParent, newSession, runningTurn } from "./chat-state.ts";

export type Chat = ReturnType<typeof createChat>;

/** Delay of a save after the last change, in milliseconds: a slider changes its setting many times a second. */
const SETTINGS_SAVE_DELAY = 300;

export function createChat({
  dialect,
  history,
  onSettings,
  run,
  resume: resumeRun,
  onSaved,
}: {
  dialect: TextDialect;
  history: History;
  /** Called with the settings for the next new chat. */
  onSettings?: (settings: ChatSettings) => void;
  /** Replaces the sender of requests. */
  run?: typeof startChatRun;
  /** Replaces the reader of resumable responses. */
  resume?: typeof resumeChatRun;
  /** Called for each conversation that was stored or removed, so that other tabs can show it. */
  onSaved?: (sessionId: string) => void;
}) {
  const store: Store<ChatState> = createStore<ChatState>({
    session: newSession(dialect.page, EMPTY_SETTINGS),
    ready: false,
    sessions: [],
    runs: {},
    answering: [],
  });
  /** Sessions that are not open but have a response streaming. */
  const background = new Map<string, ChatSession>();
  let defaultModel: string | undefined;
  let settingsSave: ReturnType<typeof setTimeout> | undefined;
  let demoTrace: SavedTrace | undefined;
  /** Settings of the next new chat when no preset is the default. Those of suggestions do not count. */
  let ownSettings = EMPTY_SETTINGS;
  /** Conversations that a suggestion started; their settings apply to them alone. */
  const suggested = new Set<string>();

  const findSession = (id: string) => (store.get().session.id === id ? store.get().session : background.get(id));

  function changeSession(id: string, change: (session: ChatSession) => ChatSession): void {
    const current = findSession(id);
    if (!current) return;
    const changed = change(current);
    if (store.get().session.id === id) store.set({ session: changed });
    else background.set(id, changed);
  }

  function changeTranscript(id: string, change: (transcript: Transcript) => Transcript): void {
    changeSession(id, (session) => {
      const transcript = change(session.transcript);
      const title = session.renamed ? session.title : getConversationTitle(transcript);
      return { ...session, transcript, title, updatedAt: Date.now() };
    });
    save(id);
  }

  function save(id: string): void {
    const session = findSession(id);
    if (!session || session.recordedAt !== undefined) return;
    // A chat whose last message was deleted is saved all the same, or the message would return at the next visit.
    const isKnown = store.get().sessions.some((known) => known.id === id);
    if (Object.keys(session.transcript.turns).length === 0 && !isKnown) return;
    store.set(({ sessions }) => ({
      sessions: [summarize(session), ...sessions.filter((other) => other.id !== id)].sort(
        (a, b) => b.updatedAt - a.updatedAt,
      ),
    }));
    // A browser that refuses storage must not break the conversation.
    void history.save(session).then(
      () => onSaved?.(id),
      () => {},
    );
  }

  async function readDataUrl({ sha256, bytes, name }: FileReference): Promise<string> {
    const stored = bytes ?? (sha256 ? await history.loadBlob(sha256) : undefined);
    if (!stored) throw new Error(`${name} is no longer stored in this browser. Attach it again.`);
    return toDataUrl(stored);
  }

  const getModel = ({ settings }: ChatSession) => settings.model ?? defaultModel ?? "sandbox/guide";

  const { requestResponse, resume } = createChatResponses({
    store,
    dialect,
    history,
    background,
    findSession,
    changeTranscript,
    getModel,
    readDataUrl,
    run,
    resumeRun,
  });

  function show(session: ChatSession): void {
    const left = store.get().session;
    const { answering } = store.get();
    if (answering.includes(left.id) || runningTurn(store.get())) background.set(left.id, left);
    background.delete(session.id);
    store.set({ session });
  }

  function forget(id: string): void {
    for (const turnId of Object.keys(findSession(id)?.transcript.turns ?? {})) store.get().runs[turnId]?.stop();
    background.delete(id);
  }

  /** Shows a stored conversation, and resumes its responses that the gateway may still have. */
  function showStored(session: ChatSession): void {
    show({ ...session, transcript: settleInterrupted(session.transcript) });
    void resume(session.id);
  }

  async function open(id: string): Promise<void> {
    if (id === store.get().session.id) return;
    const running = background.get(id);
    if (running) {
      show(running);
      return;
    }
    const session = await history.load(id);
    if (session) showStored(session);
  }

  function changeSettings(changes: Partial<ChatSettings>): void {
    const { session } = store.get();
    const settings = { ...session.settings, ...changes };
    store.set({ session: { ...session, settings } });
    if (!suggested.has(session.id)) {
      ownSettings = settings;
      onSettings?.(settings);
    }
    clearTimeout(settingsSave);
    settingsSave = setTimeout(() => save(session.id), SETTINGS_SAVE_DELAY);
  }

  return {
    store,
    dialect,
    /** Builds the request for a response to `turns`. Rejects as the dialect's `buildRequest` does. */
    buildRequest: (turns: readonly Turn[]) => {
      const { session } = store.get();
      return dialect.buildRequest({ model: getModel(session), settings: session.settings, turns, readDataUrl });
    },
    /** Called when the model list has been read. */
    setDefaultModel(model: string | undefined): void {
      defaultModel = model;
    },
    /**
     * Reads the history and opens `sessionId` if it exists; otherwise a new chat with `settings`. Later calls return to
     * the chat that was open, or open the named one.
     */
    async restore({ sessionId, settings }: { sessionId?: string; settings?: ChatSettings }): Promise<void> {
      if (store.get().ready) {
        if (sessionId) await open(sessionId).catch(() => {});
        return;
      }
      if (settings) {
        ownSettings = settings;
        store.set(({ session }) => ({ session: { ...session, settings } }));
      }
      try {
        const [sessions, session] = await Promise.all([
          history.list(),
          sessionId ? history.load(sessionId) : undefined,
        ]);
        store.set({ sessions });
        if (session) showStored(session);
      } catch {
        // Without storage the page works, but saves nothing.
      }
      store.set({ ready: true });
    },
    changeSettings,
    /** Applies settings to the open conversation alone: the next new chat starts without them. */
    applySuggestion(changes: Partial<ChatSettings>): void {
      suggested.add(store.get().session.id);
      changeSettings(changes);
    },
    send({ text, attachments }: { text: string; attachments: Attachment[] }): Promise<void> {
      const { id } = store.get().session;
      const tail = findNextParent(store.get().session.transcript);
      let parent = tail?.id ?? null;
      const unanswered = tail?.role === "assistant" ? (tail.answer.choices[tail.chosen]?.toolCalls ?? []) : [];
      if (unanswered.length > 0) {
        // Upstreams refuse a tool call without a result, so continuing without one adds a visible result that says so.
        const results = unanswered.map((call) => ({
          callId: call.id,
          name: call.name,
          content: "No result was given.",
        }));
        const turn: Turn = { id: newId(), parent, role: "tool", createdAt: Date.now(), results };
        changeTranscript(id, (transcript) => appendTurn(transcript, turn));
        parent = turn.id;
      }
      const turn: Turn = { id: newId(), parent, role: "user", createdAt: Date.now(), text, attachments };
      changeTranscript(id, (transcript) => appendTurn(transcript, turn));
      return requestResponse(id, turn.id);
    },
    /** Sends another version of a message; the old one stays reachable. */
    edit(turnId: string, text: string): Promise<void> | undefined {
      const { session } = store.get();
      const turn = session.transcript.turns[turnId];
      if (turn?.role !== "user") return undefined;
      const version: Turn = { ...withText(turn, text), id: newId(), createdAt: Date.now() };
      changeTranscript(session.id, (transcript) => appendTurn(transcript, version));
      return requestResponse(session.id, version.id);
    },
    ...createChatEdits({ store, history, changeTranscript, requestResponse, show, getModel }),
    sendToolResults(turnId: string, results: ToolResult[]): Promise<void> {
      const { id } = store.get().session;
      const turn: Turn = { id: newId(), parent: turnId, role: "tool", createdAt: Date.now(), results };
      changeTranscript(id, (transcript) => appendTurn(transcript, turn));
      return requestResponse(id, turn.id);
    },
    stop(): void {
      const turn = runningTurn(store.get());
      if (turn) store.get().runs[turn.id]?.stop();
    },
    selectVersion(turnId: string): void {
      changeTranscript(store.get().session.id, (transcript) => selectVersion(transcript, turnId));
    },
    selectChoice(turnId: string, chosen: number): void {
      changeTranscript(store.get().session.id, (transcript) => updateAnswer(transcript, turnId, { chosen }));
    },
    /** Adds and shows an imported conversation. It is not saved until it has a turn. */
    adopt(session: ChatSession): void {
      show(session);
      save(session.id);
      ownSettings = session.settings;
      onSettings?.(session.settings);
    },
    /** Shows a demo run with its trace. Neither is saved. */
    showDemoRun(session: ChatSession, trace: SavedTrace): void {
      demoTrace = trace;
      show({ ...session, settings: store.get().session.settings });
    },
    startNew(): void {
      const { settings } = loadDefaultPreset(dialect.page) ?? { settings: ownSettings };
      show(newSession(dialect.page, settings));
    },
    open,
    ...createChatCopies({ store, history, findSession, changeSession, showStored, onSaved }),
    ...createChatLibrary({ store, history, findSession, changeSession, forget, onSaved }),
    saveAttachment: (sha256: string, bytes: Blob) => history.saveBlob(sha256, bytes),
    loadAttachment: (sha256: string) => history.loadBlob(sha256),
    loadTrace: async (turnId: string) => (demoTrace?.turnId === turnId ? demoTrace : await history.loadTrace(turnId)),
  };
}
