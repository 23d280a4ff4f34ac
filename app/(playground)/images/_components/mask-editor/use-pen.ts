import { useState } from "react";
import {
  createPressureReader,
  loadPenSettings,
  savePenSettings,
} from "#app/(playground)/images/_model/mask/drawing/pen.ts";

/** Setting for pen pressure: offered once a pen was used, and saved. */
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
    /** Returns the share of the brush size for an event, in percent; undefined for the full size. */
    pressedBy(event: PointerEvent): number | undefined {
      if (event.pointerType === "pen" && !settings.seen) change({ seen: true });
      return settings.pressure ? read(event) : undefined;
    },
  };
}
