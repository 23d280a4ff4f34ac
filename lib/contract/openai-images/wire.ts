/** Requests of the image routes, before a model's own rules: names, types, ranges (spec; wire-formats §5.1, §5.2). */
import { z } from "zod";
import { fieldRules } from "../errors/field-rules.ts";

/** The highest limit of any model. */
const LONGEST_PROMPT = 32_000;
const MOST_SOURCES = 16;
/** Characters of a data URL (wire-formats §5.2). */
const LONGEST_DATA_URL = 20_971_520;

const prompt = z.string().min(1, fieldRules.notEmpty).max(LONGEST_PROMPT).describe("What to paint, or what to change.");

const shared = {
  prompt,
  model: z
    .string()
    .min(1)
    .nullish()
    .describe("image-model-a, image-model-b, image-model-c, an alias, or <provider>/<model>."),
  background: z
    .enum(["transparent", "opaque", "auto"])
    .nullish()
    .describe("image-model-a only. transparent needs png or webp."),
  n: z.int().min(1).max(10).nullish().describe("How many images."),
  output_compression: z
    .int()
    .min(0)
    .max(100)
    .nullish()
    .describe("image-model-a only: quality of jpeg and webp output."),
  output_format: z.enum(["png", "jpeg", "webp"]).nullish().describe("image-model-a only."),
  partial_images: z.int().min(0).max(3).nullish().describe("image-model-a only: previews in a stream."),
  quality: z
    .enum(["auto", "high", "medium", "low", "hd", "standard"])
    .nullish()
    .describe("Which values there are depends on the model."),
  response_format: z.enum(["url", "b64_json"]).nullish().describe("image-model-b and image-model-c only."),
  size: z
    .string()
    .regex(/^(?:auto|[1-9]\d{1,4}x[1-9]\d{1,4})$/, fieldRules.sizeOrAuto)
    .nullish()
    .describe("Which sizes there are depends on the model."),
  stream: z.boolean().nullish().describe("image-model-a only: server-sent events instead of one body."),
  user: z.string().max(512).nullish().describe("Your own identifier of the end user."),
  safety_identifier: z.string().max(512).nullish().describe("Your own identifier of the end user, hashed."),
};

/** `POST /v1/images/generations`. */
export const imageGenerationRequest = z.looseObject({
  ...shared,
  moderation: z.enum(["auto", "low"]).nullish().describe("image-model-a only."),
  style: z.enum(["vivid", "natural"]).nullish().describe("image-model-c only."),
});

/** An uploaded file, or an address: a data URL. */
const imageReference = z
  .looseObject({
    image_url: z.string().min(1).max(LONGEST_DATA_URL).optional(),
    file_id: z.string().min(1).max(200).optional(),
  })
  .refine(({ image_url: url, file_id: id }) => (url === undefined) !== (id === undefined), {
    error: fieldRules.eitherOf(["image_url", "file_id"]),
  });

const editing = {
  ...shared,
  input_fidelity: z
    .enum(["high", "low"])
    .nullish()
    .describe("image-model-a only: how closely the input image is followed."),
  moderation: z.enum(["auto", "low"]).nullish().describe("image-model-a only."),
};

/** The fields of a form of `POST /v1/images/edits` that are no files. */
export const imageEditFields = z.looseObject(editing);

/** The same request as JSON. */
export const imageEditRequest = z.looseObject({
  ...editing,
  images: z.array(imageReference).min(1).max(MOST_SOURCES),
  mask: imageReference.nullish(),
});

export type ImageGenerationRequest = z.infer<typeof imageGenerationRequest>;
export type ImageEditFields = z.infer<typeof imageEditFields>;
/** Fields of either operation. */
export type ImageFields = ImageEditFields & Pick<ImageGenerationRequest, "style">;
