/** OpenAPI operations of the image routes. */

import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { imageFieldErrors } from "#lib/contract/errors/image-fields.ts";
import { type FieldRule, IMAGE_MODELS } from "#lib/contract/openai-images/model-rules.ts";
import { imageEditFields, imageEditRequest, imageGenerationRequest } from "#lib/contract/openai-images/wire.ts";
import { imageEvent, imageResult } from "#lib/dialects/openai-images/reply-schema.ts";
import { byteParameters, byteReplies } from "#lib/openapi/byte-parts.ts";
import { FORM_ERRORS, JSON_ERRORS, KEY_ERRORS, MODEL_ERRORS, UPSTREAM_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, fileBytes, json, MODEL_HEADERS, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";

const result = {
  200: {
    description: "The images; with `stream`, previews and images as they come.",
    content: { ...json(imageResult), ...events(imageEvent) },
    headers: MODEL_HEADERS,
  },
} as const;

/** 16 × 16 pixels. */
const RED_SQUARE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAAA1BMVEXZU09S12HzAAAADUlEQVQY02NgGAXIAAABEAAB7JfjegAAAABJRU5ErkJggg==";

/** Errors of both image routes. */
const IMAGE_ERRORS: readonly ErrorName[] = [
  ...KEY_ERRORS,
  ...JSON_ERRORS,
  ...MODEL_ERRORS,
  ...(Object.keys(imageFieldErrors) as ErrorName[]),
  "modelMakesNoImages",
  "tooManyPictures",
  "imageMissing",
  "imageNotReturned",
  "quotaOfItemsExceeded",
  "quotaOfBytesExceeded",
  ...UPSTREAM_ERRORS,
];

/** Errors of the images and the mask of an edit. */
const EDIT_ERRORS: readonly ErrorName[] = [
  "formTooManyImages",
  "formFileEmpty",
  "formFileTooLarge",
  "formWithoutImage",
  "tooManyImages",
  "imageUnreadable",
  "imageTooManyPixels",
  "imageAnimated",
  "imageTypeNotTaken",
  "imageFileTooLarge",
  "imageNotSquare",
  "maskNotPng",
  "maskTooLarge",
  "maskSizeDiffers",
  "maskUndecodable",
  "maskWithoutArea",
  "imageUrlRemote",
  "imageFileNotFound",
  "base64Invalid",
  "base64Empty",
  "editWithoutImage",
  "editMaskSizeDiffers",
  "editMaskOpaque",
  "editImageUndecodable",
];

export const generateImages: Operation = {
  id: "generateImages",
  tag: TAGS.images,
  summary: "Make images from a prompt",
  description: `Which fields a model takes, and with which values:\n\n${writeTable("generate")}`,
  key: "bearer",
  isCall: true,
  body: json(imageGenerationRequest.meta({ id: "ImageGenerationRequest" }), {
    lighthouse: example("A picture", {
      model: "image-model-a",
      prompt: "A lighthouse at dusk",
      size: "1024x1024",
      quality: "low",
    }),
    stream: example("Previews in a stream", {
      model: "image-model-a",
      prompt: "A red balloon over the sea",
      quality: "low",
      stream: true,
      partial_images: 1,
    }),
  }),
  replies: result,
  errors: IMAGE_ERRORS,
};

export const editImages: Operation = {
  id: "editImages",
  tag: TAGS.images,
  summary: "Change images by a prompt",
  description: `The first image is changed; a mask says where: a PNG of its size that is transparent there. As JSON, images are data URLs or uploaded files. Which fields a model takes, and with which values:\n\n${writeTable("edit")}`,
  key: "bearer",
  isCall: true,
  body: {
    "multipart/form-data": {
      schema: imageEditFields
        .extend({
          image: z.union([fileBytes, z.array(fileBytes)]).describe("One image, or `image[]` for each of several."),
          mask: fileBytes.optional(),
        })
        .meta({ id: "ImageEditForm" }),
    },
    ...json(imageEditRequest.meta({ id: "ImageEditRequest" }), {
      recolour: example("An image in the request", {
        model: "image-model-a",
        prompt: "Make it blue",
        quality: "low",
        images: [{ image_url: RED_SQUARE }],
      }),
    }),
  },
  replies: result,
  errors: [...IMAGE_ERRORS, ...FORM_ERRORS, ...EDIT_ERRORS],
};

export const readImage: Operation = {
  id: "readImage",
  tag: TAGS.images,
  summary: "Read an image at its address",
  description: "The address comes from a reply with `url`, is signed and holds for an hour. Takes `Range`.",
  key: "none",
  parameters: [
    pathParameter("name", "The last segment of the address.", "0123.png"),
    { name: "expires", in: "query", description: "Unix seconds.", schema: z.string(), required: true },
    { name: "signature", in: "query", description: "Of the name and the end.", schema: z.string(), required: true },
    ...byteParameters,
  ],
  replies: byteReplies({
    "image/png": { schema: fileBytes },
    "image/jpeg": { schema: fileBytes },
    "image/webp": { schema: fileBytes },
  }),
  errors: ["imageAddressInvalid", "imageAddressExpired", "imageExpired"],
};

function writeTable(operation: "generate" | "edit"): string {
  const models = Object.values(IMAGE_MODELS).flatMap(({ name, operations }) => {
    const fields = operations[operation]?.fields;
    return fields ? [{ name, fields }] : [];
  });
  const names = [
    ...new Set(models.flatMap(({ fields }) => Object.keys(fields))),
  ].sort() as (keyof (typeof models)[number]["fields"])[];
  const rows = names.map(
    (name) => `| \`${name}\` | ${models.map(({ fields }) => describeRule(fields[name])).join(" | ")} |`,
  );
  return [
    `| field | ${models.map(({ name }) => name).join(" | ")} |`,
    `|---|${models.map(() => "---|").join("")}`,
    ...rows,
  ].join("\n");
}

function describeRule(rule: FieldRule | undefined): string {
  if (!rule) return "–";
  if ("values" in rule) return rule.values.join(", ");
  if ("minimum" in rule)
    return rule.minimum === rule.maximum ? String(rule.minimum) : `${rule.minimum}–${rule.maximum}`;
  return "yes";
}
