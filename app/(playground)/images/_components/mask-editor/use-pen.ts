import { useState } from "react";
import {
  createPressureReader,
  loadPenSettings,
  savePenSettings,
} from "#app/(playground)/images/_model/mask/drawing/pen.ts";

/** Whether a pen's pressure changes the brush: offered once a pen was seen, and remembered. */
export function usePen() {
  const [settings, setSettings] = useState(loadPenSettings);
  const [read] = useState(createPressureReader);

  function change(changes: Partial<typeof settings>): void {
    const next = { ...settings, ...changes };
    setSettings(next);
    savePenSettings(next);
  }

  return {
    ...settings,
    setPressure: (pressure: boolean) => change({ pressure }),
    /** How much of the brush's size an event leaves, in percent; undefined where all of it counts. */
    pressedBy(event: PointerEvent): number | undefined {
      if (event.pointerType === "pen" && !settings.seen) change({ seen: true });
      return settings.pressure ? read(event) : undefined;
    },
  };
}
