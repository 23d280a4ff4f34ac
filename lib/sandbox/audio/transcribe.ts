/** Transcripts without hearing: the text that the sandbox itself has put into a file, or what a program can know of it. */
import type { AudioFile, Transcript } from "#lib/canonical/audio-call.ts";
import { readWaveHead } from "#lib/canonical/wave-file.ts";

/** Name of the program in the files of the sandbox. */
export const MAKER = "Parlance sandbox";
/** First bytes in which the notes of a file are looked for: a text of 4,096 characters fits. */
const HEAD_BYTES = 65_536;

export async function transcribe(file: AudioFile): Promise<Transcript> {
  const head = await readHead(file);
  const wave = readWaveHead(head);
  if (wave?.notes.ISFT === MAKER && wave.notes.ICMT) return { text: wave.notes.ICMT, seconds: wave.seconds };
  const facts = [
    wave ? "WAV" : file.mediaType,
    ...(wave
      ? [`${wave.sampleRate.toLocaleString("en")} Hz`, wave.channels === 1 ? "mono" : `${wave.channels} channels`]
      : []),
    ...(wave?.seconds === undefined ? [] : [`${wave.seconds.toFixed(1)} seconds`]),
    `${file.size.toLocaleString("en")} bytes`,
  ];
  return {
    text: `[The sandbox cannot hear. It reads back only speech that it made itself. This file: ${facts.join(", ")}.]`,
    seconds: wave?.seconds,
  };
}

async function readHead({ chunks }: AudioFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks()) {
    pieces.push(chunk);
    size += chunk.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}
