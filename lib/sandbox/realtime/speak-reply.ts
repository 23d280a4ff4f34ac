/** One response of a session: its words and their sound, as the events of a response. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { speak } from "../audio/speak.ts";
import { BYTES_PER_MS, createId, type ServerEvent } from "./realtime-events.ts";

/** Milliseconds of sound in a token as OpenAI counts them, heard and spoken. */
const HEARD_MS = 100;
const SPOKEN_MS = 50;
const CHARACTERS_PER_TOKEN = 4;

export type SpokenReply = {
  itemId: string;
  /** Milliseconds of sound that were sent. */
  soundMs(): number;
  setPaused(isPaused: boolean): void;
  /** Ends it soon, with `response.done`. */
  cancel(reason: "turn_detected" | "client_cancelled"): void;
};

type ReplyTerms = {
  text: string;
  voice: string;
  /** `["text"]` for a response without sound. */
  modalities: readonly string[];
  itemId: string;
  previousItem: string | null;
  /** Milliseconds of sound that it responds to. */
  heardMs: number;
  send(event: ServerEvent): void;
  /** @param soundMs milliseconds of sound that were sent */
  onEnd(soundMs: number): void;
};

export function speakReply({
  text,
  voice,
  modalities,
  itemId,
  previousItem,
  heardMs,
  send,
  onEnd,
}: ReplyTerms): SpokenReply {
  const responseId = createId("resp");
  const place = { response_id: responseId, item_id: itemId, output_index: 0, content_index: 0 };
  const isSpoken = modalities.includes("audio");
  const canceling = new AbortController();
  let canceled: string | undefined;
  let sentBytes = 0;
  let paused: PromiseWithResolvers<void> | undefined;
  const soundMs = () => Math.floor(sentBytes / BYTES_PER_MS);

  const part = (words: string) =>
    isSpoken ? { type: "output_audio", transcript: words } : { type: "output_text", text: words };
  const item = (status: string, content: object[]) => ({
    ...{ id: itemId, object: "realtime.item", type: "message", role: "assistant", status, content },
  });
  const response = (status: string, more: object = {}) => ({
    ...{ id: responseId, object: "realtime.response", status, status_details: null, output: [], usage: null },
    output_modalities: modalities,
    ...more,
  });

  function begin(): void {
    send({ type: "response.created", response: response("in_progress") });
    send({
      type: "response.output_item.added",
      response_id: responseId,
      output_index: 0,
      item: item("in_progress", []),
    });
    send({ type: "conversation.item.added", previous_item_id: previousItem, item: item("in_progress", []) });
    send({ type: "response.content_part.added", ...place, part: part("") });
  }

  async function write(): Promise<void> {
    const name = isSpoken ? "response.output_audio_transcript" : "response.output_text";
    for (const delta of text.match(/\s*\S+/g) ?? []) send({ type: `${name}.delta`, ...place, delta });
    if (isSpoken) await sound();
    if (canceled) return;
    if (isSpoken) send({ type: "response.output_audio.done", ...place });
    send({ type: `${name}.done`, ...place, ...(isSpoken ? { transcript: text } : { text }) });
    send({ type: "response.content_part.done", ...place, part: part(text) });
  }

  async function sound(): Promise<void> {
    const { samples } = await speak({ text, voice, speed: 1 });
    for await (const bytes of samples(canceling.signal)) {
      await paused?.promise;
      if (canceled) return;
      sentBytes += bytes.length;
      send({ type: "response.output_audio.delta", ...place, delta: Buffer.from(bytes).toString("base64") });
      // A message that has arrived meanwhile may cancel the rest.
      await nextTurn();
    }
  }

  function end(): void {
    const status = canceled ? "cancelled" : "completed";
    const whole = item(canceled ? "incomplete" : "completed", [part(text)]);
    send({ type: "response.output_item.done", response_id: responseId, output_index: 0, item: whole });
    send({ type: "conversation.item.done", previous_item_id: previousItem, item: whole });
    onEnd(soundMs());
    const details = canceled ? { type: "cancelled", reason: canceled } : null;
    send({
      type: "response.done",
      response: response(status, { status_details: details, output: [whole], usage: countUsage() }),
    });
  }

  function countUsage() {
    const words = Math.ceil(text.length / CHARACTERS_PER_TOKEN);
    const heard = Math.ceil(heardMs / HEARD_MS);
    const spoken = Math.ceil(soundMs() / SPOKEN_MS);
    return {
      ...{ total_tokens: heard + words + spoken, input_tokens: heard, output_tokens: words + spoken },
      input_token_details: { text_tokens: 0, audio_tokens: heard, cached_tokens: 0 },
      output_token_details: { text_tokens: words, audio_tokens: spoken },
    };
  }

  begin();
  void write().finally(end);
  return {
    itemId,
    soundMs,
    setPaused(isPaused) {
      if (isPaused) paused ??= Promise.withResolvers();
      else {
        paused?.resolve();
        paused = undefined;
      }
    },
    cancel(reason) {
      canceled ??= reason;
      canceling.abort();
      paused?.resolve();
    },
  };
}
