import { describe, expect, test } from "vitest";
import { createResampler } from "#lib/playground/audio/resampler.ts";

/** A second of a tone. */
const toneOf = (hertz: number, rate: number) =>
  Float32Array.from({ length: rate }, (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / rate));

/** @param size length of the pieces that the samples come in */
function resample(samples: Float32Array, { from, to, size }: { from: number; to: number; size: number }): number[] {
  const resampler = createResampler({ from, to });
  const output: number[] = [];
  for (let at = 0; at < samples.length; at += size) output.push(...resampler.push(samples.subarray(at, at + size)));
  return [...output, ...resampler.end()];
}

const loudest = (samples: readonly number[]) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe.each([
  [48_000, 16_000],
  [44_100, 16_000],
  [44_100, 24_000],
  [16_000, 16_000],
  [8_000, 16_000],
])("from %i to %i samples a second", (from, to) => {
  const samples = toneOf(440, from);
  const output = resample(samples, { from, to, size: 2048 });

  test("keeps the length to a sample", () => expect(Math.abs(output.length - to)).toBeLessThanOrEqual(1));

  test("keeps the tone, in its place", () => {
    const worst = output.slice(100, -100).reduce((most, sample, index) => {
      const expected = 0.5 * 0x8000 * Math.sin((2 * Math.PI * 440 * (index + 100)) / to);
      return Math.max(most, Math.abs(sample - expected));
    }, 0);
    expect(worst / 0x4000).toBeLessThan(0.02);
  });

  test("is the same however the samples are cut", () =>
    expect(resample(samples, { from, to, size: 733 })).toEqual(output));
});

test("removes a tone that the lower rate cannot hold", () => {
  const output = resample(toneOf(11_000, 48_000), { from: 48_000, to: 16_000, size: 2048 });
  expect(loudest(output.slice(100, -100)) / 0x4000).toBeLessThan(0.05);
});

test("holds what is too loud at the loudest", () => {
  const output = resample(new Float32Array(1_000).fill(3), { from: 16_000, to: 16_000, size: 100 });
  expect(output[500]).toBe(0x7fff);
});
