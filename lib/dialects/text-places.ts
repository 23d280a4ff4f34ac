/**
 * Places in a text, by its UTF-16 units and by its bytes in UTF-8. A text is measured once, step by step, so that a
 * place costs the reading of one step: thousands of citations may each name one.
 */
export type TextPlaces = {
  /** The byte at which this unit begins. */
  toByte(unit: number): number;
  /** The units of all text before this byte; a character that it cuts counts as one. */
  toUnit(byte: number): number;
};

/** Units between two measured places. */
const STEP = 1_024;

export function createTextPlaces(text: string): TextPlaces {
  if (Buffer.byteLength(text) === text.length) {
    const clamped = (place: number) => Math.min(place, text.length);
    return { toByte: clamped, toUnit: clamped };
  }
  const units: number[] = [];
  const bytes: number[] = [];
  for (let unit = 0, byte = 0; unit < text.length; ) {
    units.push(unit);
    bytes.push(byte);
    // A character of two units is not cut in two.
    const next = Math.min(text.length, unit + (isHighSurrogate(text, unit + STEP - 1) ? STEP + 1 : STEP));
    byte += Buffer.byteLength(text.slice(unit, next));
    unit = next;
  }
  return {
    toByte(unit) {
      const at = findLastAtOrBefore(units, unit);
      const start = units[at] ?? 0;
      return (bytes[at] ?? 0) + Buffer.byteLength(text.slice(start, unit));
    },
    toUnit(byte) {
      const at = findLastAtOrBefore(bytes, byte);
      const start = units[at] ?? 0;
      const step = Buffer.from(text.slice(start, units[at + 1]));
      return start + step.toString("utf8", 0, byte - (bytes[at] ?? 0)).length;
    },
  };
}

function isHighSurrogate(text: string, unit: number): boolean {
  const code = text.charCodeAt(unit);
  return code >= 0xd800 && code < 0xdc00;
}

/** The index of the last of these ascending places that is not after `place`; -1 when all are. */
export function findLastAtOrBefore(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
