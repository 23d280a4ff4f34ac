/** Zero crossings of the low-pass filter on each side: more are steeper, and cost more. */
const CROSSINGS = 8;
/** Entries of the filter's table between two zero crossings. */
const STEPS = 64;

/** Turns samples of one rate, given piece by piece, into 16-bit samples of another. */
export type Resampler = {
  push(samples: Float32Array): Int16Array<ArrayBuffer>;
  /** Returns the samples that waited for what follows them. */
  end(): Int16Array<ArrayBuffer>;
};

/**
 * Frequencies that the lower rate cannot hold are filtered out first (windowed sinc), so that hiss does not become
 * tones.
 */
export function createResampler({ from, to }: { from: number; to: number }): Resampler {
  const cutoff = Math.min(1, to / from);
  const reach = CROSSINGS / cutoff;
  const filter = sincTable();
  const step = from / to;
  // Silence before the first sample, so that the filter has something on both sides.
  let held = new Float32Array(Math.ceil(reach));
  /** Place of the next output, in samples of `held`. */
  let position = held.length;

  function read(): Int16Array<ArrayBuffer> {
    const room = held.length - reach - position;
    const output = new Int16Array(room < 0 ? 0 : Math.floor(room / step) + 1);
    for (let index = 0; index < output.length; index++) {
      const first = Math.max(0, Math.ceil(position - reach));
      const last = Math.min(held.length - 1, Math.floor(position + reach));
      let sum = 0;
      for (let place = first; place <= last; place++) {
        sum += (held[place] ?? 0) * (filter[Math.round(Math.abs(place - position) * cutoff * STEPS)] ?? 0);
      }
      output[index] = toSample(sum * cutoff);
      position += step;
    }
    const unneeded = Math.max(0, Math.floor(position - reach) - 1);
    held = held.slice(unneeded);
    position -= unneeded;
    return output;
  }

  function push(samples: Float32Array): Int16Array<ArrayBuffer> {
    const joined = new Float32Array(held.length + samples.length);
    joined.set(held);
    joined.set(samples, held.length);
    held = joined;
    return read();
  }

  return { push, end: () => push(new Float32Array(Math.floor(reach))) };
}

/** Right half of a sinc under a Hann window, which ends at the last zero crossing. */
function sincTable(): Float32Array {
  return Float32Array.from({ length: CROSSINGS * STEPS + 1 }, (_, index) => {
    const at = index / STEPS;
    const sinc = at === 0 ? 1 : Math.sin(Math.PI * at) / (Math.PI * at);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * at) / CROSSINGS));
  });
}

function toSample(value: number): number {
  const held = Math.max(-1, Math.min(1, value));
  return Math.round(held < 0 ? held * 0x8000 : held * 0x7fff);
}
