/** Errors of fields that an image model does not accept. The images page shows them before it sends a request. */
import { defineErrors } from "./define-errors.ts";
import { alternatives, code, count } from "./wording.ts";

const INVALID = { status: 400, code: "invalid_value" } as const;

type Field = { param: string };

export const imageFieldErrors = defineErrors({
  modelLacksOperation: {
    ...INVALID,
    param: "model",
    message: ({ model, verb, models }: { model: string; verb: "edit" | "generate"; models: readonly string[] }) =>
      `\`model\` must be ${alternatives(models)} to ${verb} images; got ${model}.`,
    sample: { model: "image-model-c", verb: "edit", models: ["image-model-a", "image-model-b"] },
  },
  promptTooLong: {
    ...INVALID,
    param: "prompt",
    message: ({ model, limit, got }: { model: string; limit: number; got: number }) =>
      `\`prompt\` must contain at most ${count(limit)} characters for ${model}; got ${count(got)}.`,
    sample: { model: "image-model-c", limit: 4_000, got: 4_001 },
  },
  fieldNotTaken: {
    ...INVALID,
    message: ({
      param,
      model,
      models,
    }: Field & { model: string /** Models that take it. */; models: readonly string[] }) =>
      `${code(param)} is not supported by ${model}. ${models.length > 0 ? `Use ${alternatives(models)}` : "Leave it out"}.`,
    sample: { param: "style", model: "image-model-a", models: ["image-model-c"] },
  },
  fieldTakenElsewhere: {
    ...INVALID,
    message: ({ param, model, verb }: Field & { model: string; verb: "edit" | "generate" }) =>
      `${code(param)} is supported by ${model} only to ${verb} images. Leave it out.`,
    sample: { param: "input_fidelity", model: "image-model-a", verb: "edit" },
  },
  fieldValueNotTaken: {
    ...INVALID,
    message: ({
      param,
      model,
      values,
      got,
    }: Field & { model: string /** Such as `1 to 10`. */; values: string; got: unknown }) =>
      `${code(param)} must be ${values} for ${model}; got ${JSON.stringify(got)}.`,
    sample: { param: "size", model: "image-model-b", values: '"256x256" or "512x512"', got: "1792x1024" },
  },
  transparentJpeg: {
    ...INVALID,
    param: "background",
    message: '`background` must not be "transparent" for JPEG. Set `output_format` to "png" or "webp".',
  },
  pngCompression: {
    ...INVALID,
    param: "output_compression",
    message: '`output_compression` must be absent for PNG. Set `output_format` to "jpeg" or "webp".',
  },
  previewsWithoutStream: {
    ...INVALID,
    param: "partial_images",
    message: "`partial_images` requires `stream` to be true.",
  },
});
