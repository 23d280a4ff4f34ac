/** The Image result and the events of a stream, for the OpenAPI document (spec; wire-formats §5.3, §5.4). */
import { z } from "zod";

const background = z.enum(["transparent", "opaque", "auto"]);
const outputFormat = z.enum(["png", "jpeg", "webp"]);
const size = z.string().describe("<width>x<height>, or auto.");

const imageUsage = z
  .looseObject({
    input_tokens: z.int(),
    input_tokens_details: z.looseObject({ image_tokens: z.int(), text_tokens: z.int() }),
    output_tokens: z.int(),
    total_tokens: z.int(),
  })
  .meta({ id: "ImageUsage" });

const imageData = z
  .looseObject({
    url: z.string().optional().describe("Temporary address of the image: it needs no key. Copy it soon."),
    b64_json: z.string().optional().describe("The image in base64."),
    revised_prompt: z.string().optional().describe("What the model made of the prompt."),
  })
  .meta({ id: "ImageData" });

export const imageResult = z
  .looseObject({
    created: z.int().describe("Unix seconds."),
    data: z.array(imageData),
    background: background.optional(),
    output_format: outputFormat.optional(),
    quality: z.enum(["auto", "high", "medium", "low", "hd", "standard"]).optional(),
    size: size.optional(),
    usage: imageUsage.optional(),
  })
  .meta({ id: "ImageResult" });

const shared = {
  b64_json: z.string(),
  created_at: z.int(),
  size,
  quality: z.string(),
  background,
  output_format: outputFormat,
};

export const imageEvent = z
  .union([
    z.looseObject({
      type: z.enum(["image_generation.partial_image", "image_edit.partial_image"]),
      partial_image_index: z.int().min(0),
      ...shared,
    }),
    z.looseObject({
      type: z.enum(["image_generation.completed", "image_edit.completed"]),
      ...shared,
      usage: imageUsage,
    }),
  ])
  .meta({ id: "ImageEvent" });
