/** Detection of speech by loudness alone: the sandbox cannot tell speech from other sound. */

/** Root mean square from which samples count as sound, of 32,768: 40 dB under the loudest. */
const THRESHOLD = 330;
/** Milliseconds of sound that begin speech, so that a click does not. */
const BEGIN_MS = 40;
const SAMPLES_PER_MS = 24;
/** Samples that are judged together: 20 ms. */
const FRAME = 480;

export type SpeechChange = { type: "started" | "stopped"; atMs: number };

export type SpeechDetector = {
  /** Returns how speech began and ended within these 16-bit samples, little-endian. */
  push(bytes: Uint8Array): SpeechChange[];
  /** Milliseconds of sound so far. */
  readonly elapsedMs: number;
};

/** @param silenceMs pause that ends speech */
export function createSpeechDetector({ silenceMs }: { silenceMs: number }): SpeechDetector {
  let samples = 0;
  let isSpeaking = false;
  let loudMs = 0;
  let quietMs = 0;
  const toMs = (count: number) => Math.round(count / SAMPLES_PER_MS);
  return {
    get elapsedMs() {
      return toMs(samples);
    },
    push(bytes) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const count = Math.floor(bytes.length / 2);
      const changes: SpeechChange[] = [];
      for (let start = 0; start < count; start += FRAME) {
        const end = Math.min(count, start + FRAME);
        let power = 0;
        for (let index = start; index < end; index++) power += view.getInt16(index * 2, true) ** 2;
        const length = (end - start) / SAMPLES_PER_MS;
        const isLoud = Math.sqrt(power / (end - start)) >= THRESHOLD;
        loudMs = isLoud ? loudMs + length : 0;
        quietMs = isLoud ? 0 : quietMs + length;
        samples += end - start;
        if (!isSpeaking && loudMs >= BEGIN_MS) {
          isSpeaking = true;
          changes.push({ type: "started", atMs: Math.max(0, Math.round(toMs(samples) - loudMs)) });
        } else if (isSpeaking && quietMs >= silenceMs) {
          isSpeaking = false;
          changes.push({ type: "stopped", atMs: toMs(samples) });
        }
      }
      return changes;
    },
  };
}
