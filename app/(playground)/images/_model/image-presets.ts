/** Prompts of the empty page. Each shows another ability of the model and its parameters. */
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";
import { FIRST_VALUES } from "./image-parameters.ts";

export type ImagePreset = { id: string; label: string; prompt: string; values: ParameterValues };

export const IMAGE_PRESETS: readonly ImagePreset[] = [
  {
    id: "lighthouse",
    label: "A lighthouse at dusk",
    prompt: "A lighthouse on a cliff at dusk, waves below, the first stars above",
    values: { ...FIRST_VALUES, size: "1536x1024" },
  },
  {
    id: "balloon",
    label: "A red balloon over the sea",
    prompt: "A red hot-air balloon over a calm sea at sunrise",
    values: { ...FIRST_VALUES, size: "1024x1024", n: 2 },
  },
  {
    id: "cat",
    label: "A cat in a window at night",
    prompt: "A cat in a window at night, the moon outside",
    values: { ...FIRST_VALUES, size: "1024x1536" },
  },
  {
    id: "fox",
    label: "A fox as a logo, transparent",
    prompt: "A logo of a fox",
    values: { ...FIRST_VALUES, size: "1024x1024", background: "transparent", output_format: "png" },
  },
];
