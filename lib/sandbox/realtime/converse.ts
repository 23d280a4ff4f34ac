/**
 * Realtime session of the sandbox: a subset of OpenAI's Realtime API. It hears that something sounds and not what, reads
 * typed messages back, and says so.
 */
import type { RealtimeConversation } from "#lib/canonical/realtime-provider.ts";
import { createSpeechDetector, type SpeechDetector } from "./detect-speech.ts";
import {
  BYTES_PER_MS,
  type ClientEvent,
  clientEvent,
  createId,
  isPcm,
  PCM,
  type ServerEvent,
  type SessionUpdate,
} from "./realtime-events.ts";
import { type SpokenReply, speakReply } from "./speak-reply.ts";

const USUAL_SILENCE_MS = 500;
/** Items whose length is remembered, for cuts. */
const MOST_ITEMS = 100;

type Detection = { silenceMs: number; responds: boolean; interrupts: boolean };

export function converse(model: string, sendText: (event: string) => void): RealtimeConversation {
  const sessionId = createId("sess");
  let voice = "alloy";
  let modalities: string[] = ["audio"];
  let detection: Detection | undefined = { silenceMs: USUAL_SILENCE_MS, responds: true, interrupts: true };
  let detector: SpeechDetector = createSpeechDetector(detection);
  /** Item of the speech under way, and when it began. */
  let speech: { id: string; startMs: number } | undefined;
  /** Bytes of sound since the last commit. */
  let buffered = 0;
  /** Last message of the user: typed words, or milliseconds of sound. */
  let last: { text: string } | { soundMs: number } | undefined;
  let lastItem: string | null = null;
  /** Milliseconds of sound of the sandbox's own items. */
  const lengths = new Map<string, number>();
  let reply: SpokenReply | undefined;
  let isPaused = false;
  let isClosed = false;

  function send(event: ServerEvent): void {
    if (!isClosed) sendText(JSON.stringify({ event_id: createId("event"), ...event }));
  }

  function sendError(code: string, message: string, param: string | null = null, eventId: unknown = null): void {
    const error = { type: "invalid_request_error", code, message, param, event_id: eventId };
    send({ type: "error", error });
  }

  function describeSession(): Record<string, unknown> {
    return {
      ...{ id: sessionId, object: "realtime.session", type: "realtime", model, output_modalities: modalities },
      audio: {
        input: {
          format: PCM,
          turn_detection: detection
            ? {
                ...{ type: "server_vad", silence_duration_ms: detection.silenceMs },
                ...{ create_response: detection.responds, interrupt_response: detection.interrupts },
              }
            : null,
        },
        output: { format: PCM, voice },
      },
    };
  }

  function update({ output_modalities: asked, audio }: SessionUpdate): void {
    if (!isPcm(audio?.input?.format) || !isPcm(audio?.output?.format)) {
      sendError(
        "invalid_value",
        "The sandbox has sound as `audio/pcm` with 24,000 samples a second only.",
        "session.audio",
      );
      return;
    }
    voice = audio?.output?.voice ?? voice;
    modalities = asked ?? modalities;
    const given = audio?.input?.turn_detection;
    if (given !== undefined) {
      detection = given
        ? {
            silenceMs: given.silence_duration_ms ?? USUAL_SILENCE_MS,
            responds: given.create_response ?? true,
            interrupts: given.interrupt_response ?? true,
          }
        : undefined;
      detector = createSpeechDetector(detection ?? { silenceMs: USUAL_SILENCE_MS });
      speech = undefined;
    }
    send({ type: "session.updated", session: describeSession() });
  }

  function hear(bytes: Uint8Array): void {
    buffered += bytes.length;
    if (!detection) return;
    for (const { type, atMs } of detector.push(bytes)) {
      if (type === "started") {
        speech = { id: createId("item"), startMs: atMs };
        send({ type: "input_audio_buffer.speech_started", audio_start_ms: atMs, item_id: speech.id });
        if (detection.interrupts) reply?.cancel("turn_detected");
      } else if (speech) {
        const { id, startMs } = speech;
        speech = undefined;
        send({ type: "input_audio_buffer.speech_stopped", audio_end_ms: atMs, item_id: id });
        commit(id, atMs - startMs);
        if (detection.responds) respond();
      }
    }
  }

  function commit(id: string, soundMs: number): void {
    buffered = 0;
    last = { soundMs };
    send({ type: "input_audio_buffer.committed", item_id: id, previous_item_id: lastItem });
    addItem({ id, type: "message", role: "user", content: [{ type: "input_audio", transcript: null }] });
  }

  function addItem(item: { id: string; [field: string]: unknown }): void {
    const full = { object: "realtime.item", status: "completed", ...item };
    for (const type of ["conversation.item.added", "conversation.item.done"]) {
      send({ type, previous_item_id: lastItem, item: full });
    }
    lastItem = item.id;
  }

  function respond(): void {
    if (reply) {
      sendError("conversation_already_has_active_response", "A response is under way. Wait for `response.done`.");
      return;
    }
    const itemId = createId("item");
    const begun = speakReply({
      ...{ text: writeReply(last), voice, modalities, itemId, previousItem: lastItem, send },
      heardMs: last && "soundMs" in last ? last.soundMs : 0,
      onEnd(ms) {
        reply = undefined;
        lengths.set(itemId, ms);
        const [oldest] = lengths.keys();
        if (lengths.size > MOST_ITEMS && oldest !== undefined) lengths.delete(oldest);
      },
    });
    lastItem = itemId;
    reply = begun;
    begun.setPaused(isPaused);
  }

  function truncate({
    item_id: id,
    audio_end_ms: endMs,
    content_index: index,
  }: ClientEvent & { type: `${string}truncate` }) {
    const length = reply?.itemId === id ? reply.soundMs() : lengths.get(id);
    if (length === undefined) sendError("item_not_found", "`item_id` names no reply of the sandbox.", "item_id");
    else if (endMs > length) {
      sendError(
        "invalid_value",
        `\`audio_end_ms\` must be at most ${length}, the length of the reply.`,
        "audio_end_ms",
      );
    } else send({ type: "conversation.item.truncated", item_id: id, content_index: index, audio_end_ms: endMs });
  }

  function createItem({ item }: ClientEvent & { type: "conversation.item.create" }): void {
    const { id = createId("item"), role, content } = item;
    if (role === "user") {
      const words = content.map(({ text = "" }) => text);
      last = { text: words.join(" ").trim() };
    }
    addItem({ ...item, id });
  }

  function commitBuffer(): void {
    if (buffered > 0) commit(speech?.id ?? createId("item"), Math.round(buffered / BYTES_PER_MS));
    else sendError("input_audio_buffer_commit_empty", "The buffer has no sound to commit.");
  }

  function clearBuffer(): void {
    buffered = 0;
    speech = undefined;
    send({ type: "input_audio_buffer.cleared" });
  }

  function cancel(): void {
    if (reply) reply.cancel("client_cancelled");
    else sendError("response_cancel_not_active", "No response is under way.");
  }

  const handlers: { [Type in ClientEvent["type"]]: (event: ClientEvent & { type: Type }) => void } = {
    "session.update": ({ session }) => update(session),
    "input_audio_buffer.append": ({ audio }) => hear(Buffer.from(audio, "base64")),
    "input_audio_buffer.commit": commitBuffer,
    "input_audio_buffer.clear": clearBuffer,
    "conversation.item.create": createItem,
    "conversation.item.truncate": truncate,
    "response.create": respond,
    "response.cancel": cancel,
  };

  send({ type: "session.created", session: describeSession() });
  return {
    receive(message) {
      const given = parse(message);
      const read = clientEvent.safeParse(given);
      if (read.success) {
        // TypeScript cannot see that the handler is the one of the event's type.
        (handlers[read.data.type] as (event: ClientEvent) => void)(read.data);
        return;
      }
      const issue = read.error.issues[0];
      const param = issue?.path.join(".") || "type";
      const eventId = typeof given === "object" && given !== null && "event_id" in given ? given.event_id : null;
      sendError("invalid_value", `The sandbox can't read this event: \`${param}\` is wrong.`, param, eventId);
    },
    setPaused(paused) {
      isPaused = paused;
      reply?.setPaused(paused);
    },
    close() {
      isClosed = true;
      reply?.cancel("client_cancelled");
    },
  };
}

/** Longest text that is read back, in characters. */
const MOST_READ_BACK = 400;

function writeReply(last: { text: string } | { soundMs: number } | undefined): string {
  const who = "I am the sandbox, and I cannot understand speech.";
  if (last && "soundMs" in last) {
    const seconds = (last.soundMs / 1_000).toFixed(1);
    return `${who} I heard ${seconds} seconds of sound. Type a message, and I read it back.`;
  }
  if (!last || last.text === "") return `${who} Type a message, and I read it back.`;
  const text = last.text.length > MOST_READ_BACK ? `${last.text.slice(0, MOST_READ_BACK)} …` : last.text;
  return `You wrote: ${text}${/[.!?…]$/.test(text) ? "" : "."} I am the sandbox, and only read it back.`;
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
