/** Session of the Talk dialog: what is heard and typed goes up by the socket, what comes down is played and shown. */
import { isRecord } from "#lib/contract/is-record.ts";
import type { OpenMicrophone } from "../audio/recorder.ts";
import { decodeBytes } from "../files/decode-base64.ts";
import type { GatewayFailure } from "../gateway/errors.ts";
import { newId } from "../history/new-id.ts";
import { createStore, type Store } from "../shell/create-store.ts";
import { findRefusal, type OpenTalkSocket } from "./connect.ts";
import { describeClosing } from "./describe-closing.ts";
import { createLiveMicrophone, type LiveMicrophone } from "./live-microphone.ts";
import { createPlayback, type LivePlayer } from "./playback.ts";
import { appendSound, createMessage, truncateItem, updateSession } from "./session-events.ts";
import { addTyped, applyEvent, EMPTY_CONVERSATION, interrupt, type TalkConversation } from "./talk-conversation.ts";
import { addFrame, EMPTY_LOG, type FrameLog, type RealtimeEvent } from "./talk-frames.ts";
import type { TalkSettings } from "./talk-settings.ts";

export type TalkState = {
  phase: "connecting" | "open" | "ended";
  conversation: TalkConversation;
  isPlaying: boolean;
  /** Why it is over, in a sentence; undefined when the user ended it. */
  ending?: string;
  /** Why it did not open. */
  failure?: GatewayFailure;
};

export type Talk = {
  store: Store<TalkState>;
  log: Store<FrameLog>;
  microphone: LiveMicrophone;
  requestId: string;
  sendText(text: string): void;
  /** Ends the session and turns the microphone off. Calls after the first do nothing. */
  end(): void;
};

/** Sound that waits on a slow network, in bytes: more is not sent, since it would come too late. */
const MAXIMUM_UNSENT = 1_000_000;
const AUDIO_DELTA = /^response\.(?:output_)?audio\.delta$/;
const AUDIO_DONE = /^response\.(?:(?:output_)?audio\.)?done$/;

export function startTalk({
  settings,
  openSocket,
  openMicrophone,
  createPlayer,
  send,
}: {
  settings: TalkSettings;
  openSocket: OpenTalkSocket;
  openMicrophone: OpenMicrophone;
  createPlayer: () => LivePlayer;
  send?: typeof fetch;
}): Talk {
  const requestId = `talk-${newId()}`;
  const begunAt = performance.now();
  const store = createStore<TalkState>({ phase: "connecting", conversation: EMPTY_CONVERSATION, isPlaying: false });
  const log = createStore<FrameLog>(EMPTY_LOG);
  /** True when a response is wanted as soon as the one under way has ended. */
  let wantsResponse = false;
  const playback = createPlayback({ createPlayer, onChange: (isPlaying) => store.set({ isPlaying }) });
  const microphone = createLiveMicrophone({
    open: openMicrophone,
    onSamples(samples) {
      if (store.get().phase === "open" && socket.unsentBytes() < MAXIMUM_UNSENT) sendEvent(appendSound(samples));
    },
  });
  const socket = openSocket({ model: settings.model, requestId }, { onOpen, onMessage, onClose });
  microphone.open();

  function sendEvent(event: RealtimeEvent): void {
    socket.send(JSON.stringify(event));
    note("sent", event);
  }

  function note(direction: "sent" | "received", event: RealtimeEvent): void {
    log.set(addFrame(log.get(), { direction, at: performance.now() - begunAt, event }));
  }

  function onOpen(): void {
    if (store.get().phase !== "connecting") return;
    store.set({ phase: "open" });
    sendEvent(updateSession(settings));
  }

  function onMessage(text: string): void {
    const event = parseEvent(text) ?? { type: "(not an event)", text };
    if (store.get().phase === "ended") return;
    note("received", event);
    const { type } = event;
    const problem = type === "error" ? readCode(event) : undefined;
    // Both are races with the server about which response is under way, and not for the user.
    if (problem === "conversation_already_has_active_response") wantsResponse = true;
    else if (problem === "response_cancel_not_active" && wantsResponse) requestResponse();
    else store.set(({ conversation }) => ({ conversation: applyEvent(conversation, event) }));
    if (AUDIO_DELTA.test(type)) play(event);
    if (AUDIO_DONE.test(type)) playback.flush();
    if (type === "input_audio_buffer.speech_started") stopSpeaking();
    if (type === "response.done" && wantsResponse) requestResponse();
  }

  function play({ item_id: itemId, content_index: contentIndex, delta }: RealtimeEvent): void {
    if (typeof itemId !== "string" || typeof delta !== "string") return;
    const bytes = decode(delta);
    if (bytes) playback.push({ itemId, contentIndex: typeof contentIndex === "number" ? contentIndex : 0 }, bytes);
  }

  /** Stops the playback, and tells the server what was heard, so that the model knows. */
  function stopSpeaking(): void {
    for (const cut of playback.interrupt()) {
      store.set(({ conversation }) => ({ conversation: interrupt(conversation, cut.itemId) }));
      sendEvent(truncateItem(cut));
    }
  }

  function requestResponse(): void {
    wantsResponse = false;
    sendEvent({ type: "response.create" });
  }

  function onClose(closing: { code: number; reason: string }): void {
    const { phase, conversation } = store.get();
    if (phase === "ended") return;
    finish();
    if (phase === "open") store.set({ ending: describeClosing(closing, conversation.problem) });
    else void findRefusal(settings.model, send).then((failure) => store.set({ failure }));
  }

  function finish(): void {
    store.set({ phase: "ended" });
    microphone.close();
    playback.close();
  }

  return {
    store,
    log,
    microphone,
    requestId,
    sendText(text) {
      if (store.get().phase !== "open") return;
      stopSpeaking();
      const { isResponding } = store.get().conversation;
      if (isResponding) sendEvent({ type: "response.cancel" });
      const id = `item_${newId()}`;
      store.set(({ conversation }) => ({ conversation: addTyped(conversation, id, text) }));
      sendEvent(createMessage(id, text));
      if (isResponding) wantsResponse = true;
      else requestResponse();
    },
    end() {
      if (store.get().phase === "ended") return;
      finish();
      socket.close();
    },
  };
}

function parseEvent(text: string): RealtimeEvent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value.type === "string" ? (value as RealtimeEvent) : undefined;
  } catch {
    return undefined;
  }
}

function readCode({ error }: RealtimeEvent): unknown {
  return isRecord(error) ? error.code : undefined;
}

function decode(base64: string): Uint8Array | undefined {
  try {
    return decodeBytes(base64);
  } catch {
    return undefined;
  }
}
