/** Converts between a number and its position on a slider. */

type Range = { minimum: number; maximum: number; step: number };

export type SliderScale = {
  /** Attributes of the range input. */
  input: { min: number; max: number; step: number };
  toInput: (value: number) => number;
  fromInput: (position: number) => number;
  /** Share for drawing, 0 to 1; values outside the range are clamped. */
  shareOf: (value: number) => number;
};

/**
 * Ratio from which the scale is logarithmic: over 1 to 200,000 an even scale would crowd every useful value at its left
 * end.
 */
const WIDE = 1000;

export function sliderScale({ minimum, maximum, step }: Range): SliderScale {
  const within = (value: number) => Math.min(Math.max(value, minimum), maximum);
  if (minimum > 0 && maximum / minimum > WIDE) {
    const span = Math.log(maximum / minimum);
    const toInput = (value: number) => Math.log(within(value) / minimum) / span;
    return {
      input: { min: 0, max: 1, step: 0.005 },
      toInput,
      fromInput: (position) => Math.round(minimum * (maximum / minimum) ** position),
      shareOf: toInput,
    };
  }
  return {
    input: { min: minimum, max: maximum, step },
    toInput: within,
    fromInput: (position) => position,
    shareOf: (value) => (within(value) - minimum) / (maximum - minimum),
  };
}
