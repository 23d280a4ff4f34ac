import { decodeBase64 } from "./decode-base64.ts";

/** Starts of base64 by which a whole file is known; streamed audio is raw samples (wire-formats §1.6). */
const SIGNATURES: readonly [string, string][] = [
  ["UklGR", "audio/wav"],
  ["SUQz", "audio/mpeg"],
  ["//", "audio/mpeg"],
  ["T2dnUw", "audio/ogg"],
  ["ZkxhQ", "audio/flac"],
];
const SAMPLES = "audio/pcm;rate=24000";

/** Joins the audio of a chat completion, whose pieces are base64 each for itself; undefined when one is not. */
export function joinAudio(pieces: readonly string[]): Blob | undefined {
  const type = SIGNATURES.find(([start]) => pieces[0]?.startsWith(start))?.[1] ?? SAMPLES;
  try {
    return new Blob(
      pieces.map((piece) => decodeBase64(piece, type)),
      { type },
    );
  } catch {
    // The inspector shows the text as received.
    return undefined;
  }
}
