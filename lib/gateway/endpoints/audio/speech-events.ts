/** Speech that the gateway writes, as events of `POST /v1/audio/speech` (wire-formats §11.3). */
import type { Usage } from "#lib/canonical/part.ts";
import { writeEvent } from "#lib/dialects/openai-audio/events.ts";

export type MadeSpeech = {
  sampleRate: number;
  /** Size of all samples in bytes. */
  bytes: number;
  /** 16-bit samples in little-endian order, of one channel. */
  samples(): AsyncIterable<Uint8Array>;
  /** Entries of the INFO list of a WAV file. */
  notes?: Readonly<Record<string, string>>;
  usage: Usage;
};

/** @param head head of the file, before the first samples */
export async function* writeSpeechEvents(
  { samples, usage }: MadeSpeech,
  head: Buffer | undefined,
): AsyncGenerator<string, void, void> {
  const writeAudio = (bytes: Uint8Array) =>
    writeEvent({ type: "speech.audio.delta", audio: Buffer.from(bytes).toString("base64") });
  if (head) yield writeAudio(head);
  for await (const piece of samples()) yield writeAudio(piece);
  const { inputTokens = 0, outputTokens = 0 } = usage;
  yield writeEvent({
    type: "speech.audio.done",
    usage: { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
  });
}
