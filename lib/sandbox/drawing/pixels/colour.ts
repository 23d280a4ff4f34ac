/** Colours as sRGB bytes, mixed and shifted in OKLCH, where equal steps look equal. */

/** Red, green, blue: 0 to 255, not necessarily whole. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Lightness 0…1, chroma 0…about 0.37, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

export const WHITE: Colour = [255, 255, 255];

/** Reads `#rgb` or `#rrggbb`; black when it is neither. */
export function hex(text: string): Colour {
  const digits = text.replace("#", "");
  const full = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits;
  const value = Number.parseInt(full.slice(0, 6), 16) || 0;
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns a CSS colour for a canvas. */
export function css([red, green, blue]: Colour, alpha = 1): string {
  return `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${Math.round(alpha * 1000) / 1000})`;
}

const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

function toLinear(byte: number): number {
  return LINEAR[Math.max(0, Math.min(255, Math.round(byte)))] ?? 0;
}

function fromLinear(value: number): number {
  const clamped = Math.max(0, Math.min(1, value));
  return 255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055);
}

type Oklab = readonly [number, number, number];

export function toOklab([red, green, blue]: Colour): Oklab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

export function fromOklab([lightness, a, b]: Oklab): Colour {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    fromLinear(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    fromLinear(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}

export function toOklch(colour: Colour): Oklch {
  const [lightness, a, b] = toOklab(colour);
  return [lightness, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360];
}

export function oklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180;
  return fromOklab([Math.max(0, Math.min(1, lightness)), chroma * Math.cos(angle), chroma * Math.sin(angle)]);
}

/** Mixes two colours, perceptually even from `from` (0) to `to` (1). */
export function mix(from: Colour, to: Colour, share: number): Colour {
  if (share <= 0) return from;
  if (share >= 1) return to;
  const [l1, a1, b1] = toOklab(from);
  const [l2, a2, b2] = toOklab(to);
  return fromOklab([l1 + (l2 - l1) * share, a1 + (a2 - a1) * share, b1 + (b2 - b1) * share]);
}

/** Moves lightness and chroma by these amounts, and hue by degrees. */
export function shift(colour: Colour, { light = 0, chroma = 0, hue = 0 }): Colour {
  const [l, c, h] = toOklch(colour);
  return oklch(Math.max(0, Math.min(1, l + light)), Math.max(0, c + chroma), h + hue);
}

export function lighten(colour: Colour, by: number): Colour {
  return shift(colour, { light: by });
}

export function darken(colour: Colour, by: number): Colour {
  return shift(colour, { light: -by, hue: 0 });
}

/** Returns the colour of a surface in coloured light. */
export function multiply([r1, g1, b1]: Colour, [r2, g2, b2]: Colour): Colour {
  return [(r1 * r2) / 255, (g1 * g2) / 255, (b1 * b2) / 255];
}

/** Returns a table of `size` RGB triples along the stops, for loops over pixels. Stops must be in order. */
export function gradientTable(stops: readonly (readonly [at: number, colour: Colour])[], size: number): Float32Array {
  const table = new Float32Array(size * 3);
  let next = 0;
  for (let index = 0; index < size; index += 1) {
    const at = index / (size - 1);
    while (next < stops.length - 1 && (stops[next]?.[0] ?? 0) < at) next += 1;
    const after = stops[next];
    const before = stops[Math.max(0, next - 1)];
    if (!after || !before) continue;
    const span = after[0] - before[0];
    const colour = mix(before[1], after[1], span > 0 ? (at - before[0]) / span : 1);
    table.set(colour, index * 3);
  }
  return table;
}
