import { House, Image, MessageCircle, Ship } from "lucide-react";
import { EMPTY_SETTINGS } from "#lib/playground/request-body.ts";
import { drawSamplePicture } from "../../../../components/text-page/draw-sample-picture.ts";
import type { Demo } from "../../../../components/text-page/text-page-definition.ts";
import type { Catalogue } from "../../../../components/use-catalogue.ts";

/** The specification's image model, where the gateway has it. */
export function findPainter({ models }: Catalogue): string | undefined {
  return models.find(({ id }) => id === "image-model-a")?.id;
}

/** The empty page's suggestions: paint and change, another shape, a picture read, plain words. */
export const DEMOS: readonly Demo[] = [
  {
    label: "Paint a house, then make it night",
    icon: House,
    prompts: ["A house on a meadow by day", "Make it night"],
    settings: EMPTY_SETTINGS,
    model: findPainter,
  },
  {
    label: "A wide picture of a sailing boat",
    icon: Ship,
    prompts: ["A sailing boat on the sea at sunset"],
    settings: { ...EMPTY_SETTINGS, parameters: { responseModalities: "TEXT, IMAGE", aspectRatio: "16:9" } },
    model: findPainter,
  },
  {
    label: "Describe a picture",
    icon: Image,
    prompts: ["Describe this picture."],
    settings: EMPTY_SETTINGS,
    model: ({ defaultModel }) => defaultModel,
    picture: drawSamplePicture,
  },
  {
    label: "What can Parlance do?",
    icon: MessageCircle,
    prompts: ["What can Parlance do?"],
    settings: { ...EMPTY_SETTINGS, parameters: { thinkingLevel: "low", includeThoughts: true } },
    model: ({ defaultModel }) => defaultModel,
  },
];
