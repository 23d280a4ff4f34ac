/** Sounds of a text, letter by letter: which kind, how long, and at which pitch. */

export type Sound = {
  kind: "voiced" | "noise" | "burst" | "silence";
  /** Number of samples. */
  length: number;
  /** Hertz. */
  pitch: number;
  /** Frequencies that a voiced sound is strongest at, in hertz; the brightness of a noise. */
  formants: readonly [number, number];
  /** 0 to 1. */
  loudness: number;
};

export const SAMPLE_RATE = 24_000;

/** Formants of vowels and of voiced consonants, roughly those of a voice. */
const VOICED: Readonly<Record<string, readonly [number, number, milliseconds: number, loudness: number]>> = {
  a: [780, 1_250, 115, 1],
  e: [480, 1_900, 100, 0.95],
  i: [290, 2_300, 95, 0.9],
  o: [500, 900, 115, 1],
  u: [330, 780, 105, 0.9],
  y: [290, 2_100, 90, 0.85],
  l: [360, 1_300, 65, 0.6],
  r: [420, 1_300, 65, 0.6],
  m: [280, 1_000, 75, 0.55],
  n: [280, 1_500, 70, 0.55],
  w: [300, 700, 60, 0.6],
  j: [280, 2_100, 60, 0.6],
  v: [300, 1_400, 60, 0.45],
  b: [250, 900, 55, 0.5],
  d: [260, 1_600, 55, 0.5],
  g: [260, 1_900, 55, 0.5],
};
const NOISES: Readonly<Record<string, readonly [brightness: number, milliseconds: number]>> = {
  s: [6_000, 85],
  z: [5_000, 75],
  f: [3_500, 75],
  c: [4_500, 70],
  x: [4_800, 85],
  h: [1_800, 55],
};
const BURSTS = new Set(["p", "t", "k", "q"]);
const SILENCES: Readonly<Record<string, number>> = {
  ",": 170,
  ";": 200,
  ":": 200,
  ".": 320,
  "!": 320,
  "?": 320,
  "\n": 300,
};
const SPACE_MS = 55;
const BURST_MS = 60;
const VOWELS = ["a", "e", "i", "o", "u"] as const;
/** Semitones by which the voice falls in a sentence. */
const FALL = 4;

/** @param speed 1 is the usual speed */
export function* planSounds(
  text: string,
  { voice, speed }: { voice: string; speed: number },
): Generator<Sound, void, void> {
  const base = 95 + (hashVoice(voice) % 120);
  for (const sentence of text
    .normalize("NFKD")
    .toLowerCase()
    .split(/(?<=[.!?\n])/)) {
    const isQuestion = sentence.includes("?");
    const letters = Array.from(sentence);
    for (const [index, letter] of letters.entries()) {
      // Marks of letters have no sound of their own.
      if (/\p{M}/u.test(letter)) continue;
      const place = index / Math.max(1, letters.length - 1);
      const semitones = isQuestion && place > 0.7 ? (place - 0.7) * 20 : -FALL * place;
      yield toSound(letter, { pitch: base * 2 ** (semitones / 12), speed });
    }
  }
}

function toSound(letter: string, { pitch, speed }: { pitch: number; speed: number }): Sound {
  const lengthOf = (milliseconds: number) => Math.max(1, Math.round((milliseconds * SAMPLE_RATE) / 1_000 / speed));
  const noise = NOISES[letter];
  if (noise) return { kind: "noise", length: lengthOf(noise[1]), pitch, formants: [noise[0], 0], loudness: 0.25 };
  if (BURSTS.has(letter))
    return { kind: "burst", length: lengthOf(BURST_MS), pitch, formants: [3_000, 0], loudness: 0.4 };
  const isLetter = /[\p{L}\p{N}]/u.test(letter);
  if (!isLetter) {
    const length = lengthOf(SILENCES[letter] ?? SPACE_MS);
    return { kind: "silence", length, pitch, formants: [0, 0], loudness: 0 };
  }
  // Digits and letters of other scripts get a vowel each.
  const known = VOICED[letter] ?? VOICED[VOWELS[(letter.codePointAt(0) ?? 0) % VOWELS.length] as string];
  const [first, second, milliseconds, loudness] = known as readonly [number, number, number, number];
  return { kind: "voiced", length: lengthOf(milliseconds), pitch, formants: [first, second], loudness };
}

function hashVoice(voice: string): number {
  let hash = 7;
  for (let index = 0; index < voice.length; index++) hash = (Math.imul(hash, 31) + voice.charCodeAt(index)) >>> 0;
  return hash;
}
