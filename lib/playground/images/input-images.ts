/** Constraints that a model has on the input images of an edit. */
import { describeMissingField } from "#lib/contract/openai-images/model-problems.ts";
import { findImageModelRules, IMAGE_MODELS } from "#lib/contract/openai-images/model-rules.ts";
import type { Attachment } from "../conversation/transcript.ts";
import { formatBytes } from "../streams/metrics.ts";

/** Limit on input images; higher than any model's limit. */
export const MAXIMUM_INPUT_IMAGES = 16;

/** Returns why the model does not accept these input images, as a sentence; undefined when it does. */
export function findSourceProblem(sources: readonly Attachment[], modelName: string): string | undefined {
  if (sources.length === 0) return undefined;
  const model = findImageModelRules(modelName);
  if (!model) return undefined;
  const rules = model.operations.edit?.sources;
  if (!rules) {
    const able = Object.values(IMAGE_MODELS).filter(({ operations }) => operations.edit);
    return `${modelName} can’t edit images. Choose ${able.map(({ name }) => name).join(" or ")}, or remove the input image.`;
  }
  if (sources.length > rules.maximum) {
    return `${modelName} takes ${rules.maximum === 1 ? "one input image" : `at most ${rules.maximum} sources`}, not ${sources.length}.`;
  }
  for (const { name, mediaType, size, width, height } of sources) {
    if (!rules.types.includes(mediaType)) {
      return `${name}: ${modelName} takes ${rules.types.map((type) => type.replace("image/", "")).join(", ")}, not ${mediaType.replace("image/", "")}.`;
    }
    if (size >= rules.bytes) {
      return `${name}: ${modelName} takes images under ${rules.bytes / 1024 / 1024} MB, this one has ${formatBytes(size)}.`;
    }
    if (rules.square && width !== height) {
      return `${name}: ${modelName} takes square images, this one is ${width} × ${height}.`;
    }
  }
  return undefined;
}

/** Returns why a mask cannot be used with the model, as a sentence; undefined when it can. */
export function findMaskProblem(modelName: string): string | undefined {
  const model = findImageModelRules(modelName);
  if (!model?.operations.edit) return undefined;
  return describeMissingField("mask", { model, operation: "edit" })?.message;
}
