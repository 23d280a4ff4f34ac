import { drawSamplePicture } from "#components/text-page/draw-sample-picture.ts";
import type { Demo } from "#components/text-page/text-page-definition.ts";
import type { Catalogue } from "#components/use-catalogue.ts";
import { EMPTY_SETTINGS } from "#lib/playground/dialects/request-body.ts";
import { CITY_SCHEMA } from "#lib/playground/parameters/presets.ts";
import { GENERATE_CONTENT_TOOLS } from "#lib/playground/tools/notations/generate-content-tools.ts";

/** Returns the specification's image model when the gateway offers it. */
export function findPainter({ models }: Catalogue): string | undefined {
  return models.find(({ id }) => id === "image-model-a")?.id;
}

/**
 * Demos of the empty page: image generation and editing, another aspect ratio, image input, a tool, a schema, plain
 * text.
 */
export const DEMOS: readonly Demo[] = [
  {
    label: "Draw a house, then turn day into night",
    miniature: "house",
    prompts: ["A house on a meadow by day", "Make it night"],
    settings: EMPTY_SETTINGS,
    model: findPainter,
  },
  {
    label: "Draw a wide image of a sailing boat",
    miniature: "boat",
    prompts: ["A sailing boat on the sea at sunset"],
    settings: { ...EMPTY_SETTINGS, parameters: { responseModalities: "TEXT, IMAGE", aspectRatio: "16:9" } },
    model: findPainter,
  },
  {
    label: "Describe an image",
    miniature: "picture",
    prompts: ["Describe this picture."],
    settings: EMPTY_SETTINGS,
    model: ({ defaultModel }) => defaultModel,
    picture: drawSamplePicture,
  },
  {
    label: "Get the weather with a tool call",
    miniature: "tool",
    prompts: ["What is the weather in Paris and in Oslo?"],
    settings: { ...EMPTY_SETTINGS, parameters: { mode: "AUTO" }, toolsText: GENERATE_CONTENT_TOOLS.example },
    model: ({ defaultModel }) => defaultModel,
  },
  {
    label: "Describe a city as structured JSON",
    miniature: "json",
    prompts: ["Describe Lisbon."],
    settings: {
      ...EMPTY_SETTINGS,
      parameters: { responseFormat: { type: "json_schema", schemaText: CITY_SCHEMA } },
    },
    model: ({ defaultModel }) => defaultModel,
  },
  {
    label: "What can Parlance do?",
    miniature: "text",
    prompts: ["What can Parlance do?"],
    settings: { ...EMPTY_SETTINGS, parameters: { thinkingLevel: "low", includeThoughts: true } },
    model: ({ defaultModel }) => defaultModel,
  },
];
