/**
 * Detection of speech by loudness alone: the sandbox cannot tell speech from other sound. What sounds steadily is the
 * background, and speech is clearly louder. Speech has gaps between its syllables, so that the background falls to
 * them quickly and rises slowly.
 */
import { SAMPLES_PER_MS } from "./realtime-events.ts";

/** Root mean square of a quiet room, of 32,768. Speech begins 40 dB under the loudest there. */
const LEAST_BACKGROUND = 110;
/** Times the background from which sound begins speech. */
const BEGIN = 3;
/** Times the background under which sound is a pause. Less than `BEGIN`, so that a low voice does not end speech. */
const END = 2;
/** Milliseconds of sound that begin speech, so that a click does not. */
const BEGIN_MS = 40;
/**
 * Longest speech in milliseconds: it ends without a pause, since a sound that never pauses would never be answered.
 * Three times the longest pause that a client may set.
 */
export const MOST_SPEECH_MS = 30_000;
const FRAME_MS = 20;
/** Samples that are judged together. */
const FRAME = FRAME_MS * SAMPLES_PER_MS;
/** Factor by which the background rises in a frame: it doubles in a second. */
const RISE = 2 ** (FRAME_MS / 1_000);
/** Part of the way that the background falls in a frame: nearly all of it in the gap of a syllable. */
const FALL = 0.5;

export type SpeechChange = { type: "started" | "stopped"; atMs: number };

export type SpeechDetector = {
  /** Returns how speech began and ended within these 16-bit samples, little-endian. */
  push(bytes: Uint8Array): SpeechChange[];
};

/** @param silenceMs pause that ends speech */
export function createSpeechDetector({ silenceMs }: { silenceMs: number }): SpeechDetector {
  let nowMs = 0;
  let background = LEAST_BACKGROUND;
  /** `overlong` is what goes on after the longest speech: it is background until it pauses. */
  let state: "waiting" | "speaking" | "overlong" = "waiting";
  let startMs = 0;
  let loudMs = 0;
  let quietMs = 0;
  /** Samples of the frame under way, which may be spread over messages, and the sum of their squares. */
  let count = 0;
  let power = 0;

  function judge(level: number): SpeechChange | undefined {
    const isLoud = level >= background * (state === "waiting" ? BEGIN : END);
    background =
      level > background
        ? Math.min(level, background * RISE)
        : Math.max(LEAST_BACKGROUND, background + (level - background) * FALL);
    nowMs += FRAME_MS;
    loudMs = isLoud ? loudMs + FRAME_MS : 0;
    quietMs = isLoud ? 0 : quietMs + FRAME_MS;
    const isPause = !isLoud && quietMs >= silenceMs;
    if (state === "waiting" && loudMs >= BEGIN_MS) {
      state = "speaking";
      startMs = nowMs - loudMs;
      return { type: "started", atMs: startMs };
    }
    if (state === "speaking" && (isPause || nowMs - startMs >= MOST_SPEECH_MS)) {
      state = isPause ? "waiting" : "overlong";
      return { type: "stopped", atMs: nowMs };
    }
    if (state === "overlong" && isPause) state = "waiting";
    return undefined;
  }

  return {
    push(bytes) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const changes: SpeechChange[] = [];
      for (let offset = 0; offset + 1 < bytes.length; offset += 2) {
        power += view.getInt16(offset, true) ** 2;
        count++;
        if (count < FRAME) continue;
        const change = judge(Math.sqrt(power / FRAME));
        if (change) changes.push(change);
        count = 0;
        power = 0;
      }
      return changes;
    },
  };
}
