/** Speech and background in realtime sessions of the sandbox, by synthesized samples. */
import { describe, expect, it } from "vitest";
import { createRandom } from "#lib/sandbox/random.ts";
import { createSpeechDetector, MOST_SPEECH_MS } from "#lib/sandbox/realtime/detect-speech.ts";

const PER_MS = 24;
const SILENCE_MS = 500;
/** Milliseconds of a syllable with its gap, and of the gap. */
const SYLLABLE_MS = 250;
const GAP_MS = 80;

/** Loudness of a voice at a millisecond of its speech. */
type Voice = (ms: number) => number;
const silent: Voice = () => 0;
const tone =
  (loudness: number): Voice =>
  () =>
    loudness;
const speech =
  (loudness: number): Voice =>
  (ms) =>
    ms % SYLLABLE_MS < SYLLABLE_MS - GAP_MS ? loudness : 0;

/** Returns samples of parts that follow one another, over a constant noise of this root mean square. */
function record(parts: [ms: number, voice: Voice][], noise = 0): Uint8Array {
  const random = createRandom(1);
  const samples = parts.flatMap(([ms, voice]) =>
    Array.from({ length: ms * PER_MS }, (_, index) => {
      const voiced = voice(index / PER_MS) * Math.SQRT2 * Math.sin(index / 8);
      return Math.round(voiced + noise * Math.sqrt(3) * (2 * random.next() - 1));
    }),
  );
  return new Uint8Array(Int16Array.from(samples).buffer);
}

function detect(bytes: Uint8Array, { silenceMs = SILENCE_MS, chunk = bytes.length } = {}): string[] {
  const detector = createSpeechDetector({ silenceMs });
  const changes: string[] = [];
  for (let start = 0; start < bytes.length; start += chunk) {
    for (const { type, atMs } of detector.push(bytes.subarray(start, start + chunk))) changes.push(`${type} ${atMs}`);
  }
  return changes;
}

describe("detection of speech", () => {
  it.each<[string, Voice, number]>([
    ["silence, as of a muted microphone", silent, 0],
    ["a quiet room", silent, 200],
    ["a click now and then", (ms) => (ms % 1_000 < 20 ? 8_000 : 0), 0],
  ])("hears nothing in %s", (_name, voice, noise) => {
    expect(detect(record([[10_000, voice]], noise))).toEqual([]);
  });

  it("hears each speech over silence as one, and ends it by its pause", () => {
    const scene = record([
      [200, silent],
      [2_000, speech(3_000)],
      [1_000, silent],
      [10_000, speech(600)],
      [1_000, silent],
    ]);
    const changes = ["started 200", "stopped 2620", "started 3200", "stopped 13620"];
    expect(detect(scene)).toEqual(changes);
    expect(detect(scene, { chunk: 2 * 128 }), "in messages of 128 samples").toEqual(changes);
  });

  it("ends speech when the microphone is muted", () => {
    const scene = record([
      [1_000, tone(5_000)],
      [20_000, silent],
    ]);
    expect(detect(scene)).toEqual(["started 0", "stopped 1500"]);
  });

  it("takes no drop of the voice for a pause", () => {
    const scene = record([
      [250, speech(5_000)],
      [1_000, speech(300)],
      [600, silent],
    ]);
    expect(detect(scene)).toEqual(["started 0", "stopped 1660"]);
    expect(detect(record([[1_000, speech(300)]])), "which is too low to begin speech").toEqual([]);
  });

  it("learns a loud constant noise within five seconds, and hears speech over it", () => {
    const scene = record(
      [
        [6_000, silent],
        [3_000, speech(8_000)],
        [2_000, silent],
        [3_000, speech(8_000)],
        [2_000, silent],
      ],
      1_500,
    );
    const changes = detect(scene);
    expect(changes).toHaveLength(6);
    const [began, learned, ...speeches] = changes;
    expect(began, "at first it may be a voice").toBe("started 0");
    expect(Number(learned?.split(" ")[1])).toBeLessThan(5_000);
    expect(speeches).toEqual(["started 6000", "stopped 9420", "started 11000", "stopped 14420"]);
  });

  it.each([500, 5_000, 20_000])("takes a tone of %i that never ends for background", (loudness) => {
    const changes = detect(record([[60_000, tone(loudness)]]));
    expect(changes).toEqual(["started 0", expect.stringMatching(/^stopped /)]);
    expect(Number(changes[1]?.split(" ")[1])).toBeLessThan(MOST_SPEECH_MS);
  });

  it("ends beeps that never pause by the longest speech, and takes them for background until they pause", () => {
    const beeps: Voice = (ms) => (ms % 480 < 100 ? 8_000 : 0);
    const scene = record([
      [70_000, beeps],
      [1_000, silent],
      [1_000, speech(8_000)],
      [1_000, silent],
    ]);
    expect(detect(scene)).toEqual(["started 0", `stopped ${MOST_SPEECH_MS}`, "started 71000", "stopped 72420"]);
  });

  it("ends no speech within its syllables where any pause would end it", () => {
    const scene = record([
      [300, tone(5_000)],
      [40, silent],
    ]);
    expect(detect(scene, { silenceMs: 0 })).toEqual(["started 0", "stopped 320"]);
  });
});
