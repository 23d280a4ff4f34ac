/**
 * The parameters of the videos page, made of the rules that the routes check requests with. What the chosen route has
 * no field for stays in sight and says so.
 */
import { findVideoModelRules, VIDEO_MODELS, type VideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import type { ParameterDefinition, ParameterValues } from "../parameters/parameter-definition.ts";
import type { VideoRoute } from "./video-request.ts";

/** What the panel has on a first visit: a wide picture is what people come to see. It is set, so it can be unset. */
export const FIRST_VALUES: ParameterValues = { size: "1280x720", seconds: "4" };

export type VideoParameter = {
  definition: ParameterDefinition;
  /** Why it is not sent, as a sentence. */
  unavailable?: string;
};

/** Fields that only `:predictLongRunning` has (wire-formats §6.3). */
const OPERATION_FIELDS: readonly ParameterDefinition[] = [
  {
    name: "negativePrompt",
    label: "Negative prompt",
    group: "Video",
    description: "What is not to be seen.",
    kind: "text",
    placeholder: "people, text",
    initial: "",
    maximumLength: 32_000,
  },
  {
    name: "seed",
    label: "Seed",
    group: "Video",
    description: "The same seed and prompt make the same video.",
    kind: "number",
    minimum: 0,
    maximum: 4_294_967_295,
    step: 1,
    initial: 1,
    integer: true,
    slider: false,
  },
];

/** An upstream's own model is not known here, and refuses for itself. */
export function listVideoParameters({ model, route }: { model: string; route: VideoRoute }): VideoParameter[] {
  const rules = rulesOrLikely(model);
  const own: ParameterDefinition[] = [
    {
      name: "size",
      label: "Size",
      group: "Video",
      description: "Width and height in pixels.",
      kind: "choice",
      options: rules.sizes,
      initial: rules.defaultSize,
    },
    {
      name: "seconds",
      label: "Seconds",
      group: "Video",
      description: "How long it is. Longer takes longer.",
      kind: "choice",
      options: rules.seconds,
      initial: rules.defaultSeconds,
    },
  ];
  return [
    ...own.map((definition) => ({ definition })),
    ...OPERATION_FIELDS.map((definition) => ({
      definition,
      ...(route === "videos" ? { unavailable: `POST /v1/videos has no field for it, :predictLongRunning does.` } : {}),
    })),
  ];
}

/** The set values that the route and the model take: what is sent. */
export function sentValues(
  values: ParameterValues,
  { model, route }: { model: string; route: VideoRoute },
): ParameterValues {
  const parameters = listVideoParameters({ model, route });
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const parameter = parameters.find(({ definition }) => definition.name === name);
      if (!parameter || parameter.unavailable || value === "") return false;
      const { definition } = parameter;
      return definition.kind !== "choice" || definition.options.includes(String(value));
    }),
  );
}

/** What a model takes; an upstream's own model most likely takes what `video-model-a` does. */
export function rulesOrLikely(model: string): VideoModelRules {
  return findVideoModelRules(model) ?? VIDEO_MODELS["video-model-a"];
}

/** The size that the video will have, also where the request leaves it to the model. */
export function expectedSize(values: ParameterValues, model: string): string {
  return typeof values.size === "string" ? values.size : rulesOrLikely(model).defaultSize;
}
