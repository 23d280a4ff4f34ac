/**
 * The parameters of the videos page, made from the rules that the routes check requests with. Parameters that the
 * chosen route does not have stay visible, with the reason.
 */
import { findVideoModelRules, VIDEO_MODELS, type VideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import type { ParameterDefinition, ParameterValues } from "../parameters/parameter-definition.ts";
import type { VideoRoute } from "./video-request.ts";

/** Values at the first visit. The size is set, so that it can be unset: a wide video is what most people expect. */
export const FIRST_VALUES: ParameterValues = { size: "1280x720", seconds: "4" };

export type VideoParameter = {
  definition: ParameterDefinition;
  /** Why the parameter is not sent, as a sentence. */
  unavailable?: string;
};

/** Fields that only `:predictLongRunning` has (wire-formats §6.3). */
const OPERATION_FIELDS: readonly ParameterDefinition[] = [
  {
    name: "negativePrompt",
    label: "Negative prompt",
    group: "Video",
    description: "What to leave out.",
    kind: "text",
    placeholder: "people, text",
    initial: "",
    maximumLength: 32_000,
  },
  {
    name: "seed",
    label: "Seed",
    group: "Video",
    description: "The same seed and prompt give the same video.",
    kind: "number",
    minimum: 0,
    maximum: 4_294_967_295,
    step: 1,
    initial: 1,
    integer: true,
    slider: false,
  },
];

/** Lists the parameters. An upstream's own model is not known here, and the upstream checks its requests. */
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
      description: "Length of the video.",
      kind: "choice",
      options: rules.seconds,
      initial: rules.defaultSeconds,
    },
  ];
  return [
    ...own.map((definition) => ({ definition })),
    ...OPERATION_FIELDS.map((definition) => ({
      definition,
      ...(route === "videos" ? { unavailable: `Only supported by :predictLongRunning.` } : {}),
    })),
  ];
}

/** Returns the values to send: those that the route and the model accept. */
export function listSentValues(
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

/** Returns a model's rules; an upstream's own model most likely has those of `video-model-a`. */
export function rulesOrLikely(model: string): VideoModelRules {
  return findVideoModelRules(model) ?? VIDEO_MODELS["video-model-a"];
}

/** Returns the size of the video, even when the request leaves it to the model. */
export function expectedSize(values: ParameterValues, model: string): string {
  return typeof values.size === "string" ? values.size : rulesOrLikely(model).defaultSize;
}
