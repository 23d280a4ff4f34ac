/** Where a number stands on its slider, and which number stands at a place of it. */

type Range = { minimum: number; maximum: number; step: number };

export type SliderScale = {
  /** Of the range input. */
  input: { min: number; max: number; step: number };
  toInput: (value: number) => number;
  fromInput: (position: number) => number;
  /** From 0 to 1, for what is drawn; values beyond the range stand at its ends. */
  shareOf: (value: number) => number;
};

/** Over a range such as 1 to 200,000 an even scale would crowd every useful value at its left end. */
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
