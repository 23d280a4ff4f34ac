/** Events that the page sends in a session of OpenAI's Realtime API (wire-formats §12.1). */
import { SAMPLE_RATE } from "./playback.ts";
import type { TalkSettings } from "./talk-settings.ts";

const FORMAT = { type: "audio/pcm", rate: SAMPLE_RATE };

/** Settings of the session. The server detects when the user speaks, and stops its response then. */
export const updateSession = ({ voice, instructions, transcription }: TalkSettings) => ({
  type: "session.update",
  session: {
    type: "realtime",
    output_modalities: ["audio"],
    ...(instructions.trim() === "" ? {} : { instructions }),
    audio: {
      input: {
        format: FORMAT,
        turn_detection: { type: "server_vad", create_response: true, interrupt_response: true },
        ...(transcription.trim() === "" ? {} : { transcription: { model: transcription.trim() } }),
      },
      output: { format: FORMAT, voice: voice.trim() },
    },
  },
});

export const appendSound = (samples: Int16Array<ArrayBuffer>) => ({
  type: "input_audio_buffer.append",
  audio: toBase64(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)),
});

export const createMessage = (id: string, text: string) => ({
  type: "conversation.item.create",
  item: { id, type: "message", role: "user", content: [{ type: "input_text", text }] },
});

export const truncateItem = (place: { itemId: string; contentIndex: number; heardMs: number }) => ({
  type: "conversation.item.truncate",
  item_id: place.itemId,
  content_index: place.contentIndex,
  audio_end_ms: place.heardMs,
});

/** Pieces of a microphone have a few kilobytes. */
function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
