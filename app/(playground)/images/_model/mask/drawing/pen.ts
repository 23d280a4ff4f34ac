/** Pen pressure: its effect on the brush, and the setting for it. */

/** `pressed`: share of the brush size in percent; absent for the full size. */
export type Pressed = { pressed?: number };

/** Smallest share of the brush size, so that even a light touch leaves a mark. */
const LEAST = 0.1;
/**
 * Exponent of the pressure curve. Below 1: a typical hand uses about half of the pen's range, and gets two thirds of
 * the brush.
 */
const CURVE = 0.7;

type PenEvent = Pick<PointerEvent, "pointerType" | "pressure">;

/**
 * Reads a pen's pressure. Pens without pressure always report 0.5 (Pointer Events, "pressure") and use the full brush
 * size: pressure counts from the first value that is neither 0.5 nor 0.
 */
export function createPressureReader(): (event: PenEvent) => number | undefined {
  let varies = false;
  return ({ pointerType, pressure }) => {
    if (pointerType !== "pen" || pressure === 0) return undefined;
    varies ||= pressure !== 0.5;
    return varies ? Math.round(100 * (LEAST + (1 - LEAST) * Math.min(1, pressure) ** CURVE)) : undefined;
  };
}

/** `seen`: a pen has been used here, so the setting is shown. */
export type PenSettings = { seen: boolean; pressure: boolean };

const KEY = "parlance.mask.pen";
const FIRST: PenSettings = { seen: false, pressure: true };

export function loadPenSettings(): PenSettings {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<PenSettings>) };
  } catch {
    return FIRST;
  }
}

export function savePenSettings(settings: PenSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is full or forbidden: the setting lasts as long as the editor.
  }
}
