/** What a pen that feels pressure does to the brush, and whether it shall. */

/** `pressed`: how much of the brush's size counts here, in percent; absent where all of it does. */
export type Pressed = { pressed?: number };

/** Even a touch leaves a trace. */
const LEAST = 0.1;
/** Below 1 an ordinary hand, which presses with about half of what a pen can tell, gets two thirds of the brush. */
const CURVE = 0.7;

type PenEvent = Pick<PointerEvent, "pointerType" | "pressure">;

/**
 * Reads the pressure of a pen. One that feels none says 0.5 all the time (Pointer Events, "pressure"), and so keeps the
 * brush's full size: pressure counts from the first value that is neither that nor 0 on.
 */
export function createPressureReader(): (event: PenEvent) => number | undefined {
  let varies = false;
  return ({ pointerType, pressure }) => {
    if (pointerType !== "pen" || pressure === 0) return undefined;
    varies ||= pressure !== 0.5;
    return varies ? Math.round(100 * (LEAST + (1 - LEAST) * Math.min(1, pressure) ** CURVE)) : undefined;
  };
}

/** `seen`: a pen has been used here, so that there is something to set. */
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
    // Storage is full or forbidden: the choice lives as long as the editor.
  }
}
