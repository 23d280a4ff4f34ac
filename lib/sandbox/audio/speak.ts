/**
 * Speech without a model: a buzzing voice that has one sound for each letter. It is the same for the same text, plays
 * everywhere, and is no human voice; its WAV file holds the text, so that the sandbox can transcribe it again.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Speech, SpeechCall } from "#lib/canonical/audio-call.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { errors } from "#lib/http/errors.ts";
import { planSounds, SAMPLE_RATE, type Sound } from "./plan-sounds.ts";

/** As OpenAI's API has it. */
const MOST_CHARACTERS = 4_096;
const BYTES_PER_SAMPLE = 2;
const HARMONICS = 14;
/** Samples of one period of a voiced sound, which is computed once. */
const PERIOD = 256;
/** Part of a sound in which it begins, and in which it ends. */
const EDGE = 0.15;
const LOUDNESS = 9_000;
/** Bytes of one write. */
const PIECE = 48_000;

/** @throws GatewayError 400 for a text that is too long */
export async function speak({ text, voice, speed }: SpeechCall): Promise<Speech> {
  if (text.length > MOST_CHARACTERS) {
    throw errors.invalidValue({ param: "input", rule: fieldRules.contains(`at most ${MOST_CHARACTERS} characters`) });
  }
  const terms = { voice, speed };
  let samples = 0;
  for (const { length } of planSounds(text, terms)) samples += length;
  return {
    sampleRate: SAMPLE_RATE,
    bytes: samples * BYTES_PER_SAMPLE,
    samples: (signal) => play(planSounds(text, terms), signal),
  };
}

async function* play(sounds: Iterable<Sound>, signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  const periods = new Map<string, Float32Array>();
  const random = createNoise();
  let pieces: Buffer[] = [];
  let size = 0;
  for (const sound of sounds) {
    const piece = render(sound, { periods, random });
    pieces.push(piece);
    size += piece.length;
    if (size < PIECE) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    size = 0;
    await nextTurn();
    if (signal.aborted) return;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

function render(
  { kind, length, pitch, formants, loudness }: Sound,
  { periods, random }: { periods: Map<string, Float32Array>; random: () => number },
): Buffer {
  const samples = Buffer.alloc(length * BYTES_PER_SAMPLE);
  if (kind === "silence") return samples;
  const edge = Math.max(1, length * EDGE);
  const period = kind === "voiced" ? findPeriod(formants, pitch, periods) : undefined;
  const brightness = Math.min(1, formants[0] / (SAMPLE_RATE / 3));
  let phase = 0;
  let before = 0;
  for (let index = 0; index < length; index++) {
    // A burst is a closed mouth, and then a short noise that fades.
    const isClosed = kind === "burst" && index < length / 2;
    let value = 0;
    if (period) {
      value = period[Math.floor(phase)] as number;
      phase = (phase + (PERIOD * pitch) / SAMPLE_RATE) % PERIOD;
    } else if (!isClosed) {
      const noise = random();
      value = noise + (1 - brightness) * before * 0.5;
      before = noise;
    }
    const fade = kind === "burst" ? 2 * (1 - index / length) : Math.min(1, index / edge, (length - index) / edge);
    samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * fade * loudness * LOUDNESS), index * 2);
  }
  return samples;
}

/** Returns one period of a voice whose overtones are loud near its formants. */
function findPeriod(
  formants: readonly [number, number],
  pitch: number,
  periods: Map<string, Float32Array>,
): Float32Array {
  // The pitch changes slowly, so that a few periods of each letter are enough.
  const step = Math.round(pitch / 10) * 10;
  const key = `${formants.join()} ${step}`;
  let period = periods.get(key);
  if (period) return period;
  period = new Float32Array(PERIOD);
  for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
    const frequency = harmonic * step;
    const near = formants.reduce((sum, formant) => sum + Math.exp(-(((frequency - formant) / 250) ** 2)), 0.08);
    for (let index = 0; index < PERIOD; index++) {
      period[index] =
        (period[index] as number) + (near / Math.sqrt(harmonic)) * Math.sin((2 * Math.PI * harmonic * index) / PERIOD);
    }
  }
  const peak = period.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  for (let index = 0; index < PERIOD; index++) period[index] = (period[index] as number) / peak;
  periods.set(key, period);
  return period;
}

/** Returns numbers from -1 to 1 that look random and are the same for every text. */
function createNoise(): () => number {
  let state = 0x2545_f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 0x8000_0000;
  };
}
