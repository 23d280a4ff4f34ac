/** Gradient noise on a plane: the same for the same seed at every resolution, since it uses picture coordinates. */
import { createRandom } from "#lib/sandbox/random.ts";

export type Noise = {
  /** About −1…1. */
  at(x: number, y: number): number;
  /** Sum of octaves, about −1…1. */
  fractal(x: number, y: number, octaves: number): number;
  /** Sharp crests at 1, valleys towards 0. */
  ridged(x: number, y: number, octaves: number): number;
};

const SIZE = 256;

export function createNoise(seed: number): Noise {
  const random = createRandom(seed);
  const order = new Uint8Array(SIZE * 2);
  for (let index = 0; index < SIZE; index += 1) order[index] = index;
  for (let index = SIZE - 1; index > 0; index -= 1) {
    const other = random.integer(index + 1);
    const kept = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = kept;
  }
  order.copyWithin(SIZE, 0, SIZE);
  const gradientX = new Float32Array(SIZE);
  const gradientY = new Float32Array(SIZE);
  for (let index = 0; index < SIZE; index += 1) {
    const angle = random.next() * Math.PI * 2;
    gradientX[index] = Math.cos(angle);
    gradientY[index] = Math.sin(angle);
  }

  function corner(cellX: number, cellY: number, x: number, y: number): number {
    const index = order[(order[cellX & 255] as number) + (cellY & 255)] as number;
    return (gradientX[index] as number) * x + (gradientY[index] as number) * y;
  }
  function at(x: number, y: number): number {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const insideX = x - cellX;
    const insideY = y - cellY;
    const fadeX = insideX * insideX * insideX * (insideX * (insideX * 6 - 15) + 10);
    const fadeY = insideY * insideY * insideY * (insideY * (insideY * 6 - 15) + 10);
    const top = corner(cellX, cellY, insideX, insideY);
    const bottom = corner(cellX, cellY + 1, insideX, insideY - 1);
    const left = top + fadeX * (corner(cellX + 1, cellY, insideX - 1, insideY) - top);
    const right = bottom + fadeX * (corner(cellX + 1, cellY + 1, insideX - 1, insideY - 1) - bottom);
    return 1.5 * (left + fadeY * (right - left));
  }
  function fractal(x: number, y: number, octaves: number): number {
    let sum = 0;
    let weight = 0.5;
    let scale = 1;
    for (let octave = 0; octave < octaves; octave += 1) {
      sum += weight * at(x * scale + octave * 17.3, y * scale - octave * 9.7);
      weight *= 0.5;
      scale *= 2.03;
    }
    return sum;
  }
  function ridged(x: number, y: number, octaves: number): number {
    let sum = 0;
    let weight = 0.55;
    let scale = 1;
    let previous = 1;
    for (let octave = 0; octave < octaves; octave += 1) {
      const crest = 1 - Math.abs(at(x * scale + octave * 31.7, y * scale + octave * 5.1));
      const sharp = crest * crest * previous;
      sum += weight * sharp;
      previous = Math.min(1, sharp * 1.6);
      weight *= 0.5;
      scale *= 2.07;
    }
    return sum;
  }
  return { at, fractal, ridged };
}

export function smoothstep(from: number, to: number, value: number): number {
  const share = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}
