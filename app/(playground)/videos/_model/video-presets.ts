/** Prompts of the empty page. Each shows another kind of motion. */
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";

export type VideoPreset = { id: string; label: string; prompt: string; values: ParameterValues };

export const VIDEO_PRESETS: readonly VideoPreset[] = [
  {
    id: "boat",
    label: "A sailing boat at sunset",
    prompt: "A sailing boat glides over a calm sea at sunset, the camera pans slowly to the right",
    values: { size: "1280x720", seconds: "4" },
  },
  {
    id: "balloons",
    label: "Balloons over mountains",
    prompt: "Three hot-air balloons rise over mountains at sunrise",
    values: { size: "1280x720", seconds: "4" },
  },
  {
    id: "lake",
    label: "Day turns to night",
    prompt: "Timelapse from day to night over a lake with a cabin, the stars come out",
    values: { size: "1280x720", seconds: "8" },
  },
  {
    id: "lighthouse",
    label: "A lighthouse, upright",
    prompt: "A lighthouse on a cliff at dusk, waves below, the first stars above",
    values: { size: "720x1280", seconds: "4" },
  },
  {
    id: "fox",
    label: "A fox in falling snow",
    prompt: "A fox runs through falling snow",
    values: { size: "1280x720", seconds: "4" },
  },
];
