/** Errors of image requests: the fields and files that a model accepts. */
import { formatBytes } from "../format-bytes.ts";
import { defineErrors } from "./define-errors.ts";
import { alternatives, code, quote, sentence } from "./wording.ts";

const INVALID = { status: 400, code: "invalid_value" } as const;

type Field = { param: string };
type Size = { width: number; height: number };

export const imageErrors = defineErrors({
  tooManyImages: {
    ...INVALID,
    param: "image",
    message: ({ model, limit, got }: { model: string; limit: number; got: number }) =>
      `\`image\` must contain at most ${limit === 1 ? "one image" : `${limit} images`} for ${model}; got ${got}.`,
    sample: { model: "image-model-b", limit: 1, got: 2 },
  },
  imageUnreadable: {
    ...INVALID,
    message: ({ param, filename }: Field & { filename: string }) =>
      `${code(param)} must be a PNG, JPEG or WebP image; ${quote(filename)} can't be read. Send another file.`,
    sample: { param: "image", filename: "fox.tiff" },
  },
  imageTooManyPixels: {
    ...INVALID,
    message: ({ param, limit, width, height }: Field & Size & { /** In pixels. */ limit: number }) =>
      `${code(param)} must have at most ${limit / 1_000_000} million pixels; got ${width}x${height}. Send a smaller image.`,
    sample: { param: "image", limit: 50_000_000, width: 30_000, height: 30_000 },
  },
  imageAnimated: {
    ...INVALID,
    message: ({ param }: Field) => `${code(param)} must be a single image; this one is animated. Send one frame.`,
    sample: { param: "image" },
  },
  imageTypeNotTaken: {
    ...INVALID,
    message: ({ param, model, types, got }: Field & { model: string; types: readonly string[]; got: string }) =>
      `${code(param)} must be ${alternatives(types)} for ${model}; got ${got}.`,
    sample: { param: "image", model: "image-model-b", types: ["image/png"], got: "image/jpeg" },
  },
  imageFileTooLarge: {
    status: 413,
    code: "file_too_large",
    message: ({ param, model, limit, got }: Field & { model: string /** In bytes. */; limit: number; got: number }) =>
      `${code(param)} must be smaller than ${formatBytes(limit)} for ${model}; got ${formatBytes(got)}.`,
    sample: { param: "image", model: "image-model-b", limit: 4 * 1024 * 1024, got: 5 * 1024 * 1024 },
  },
  imageBytesTooMany: {
    ...INVALID,
    message: ({ param, model, limit, got }: Field & { model: string /** In bytes. */; limit: number; got: number }) =>
      `${code(param)} must have at most ${formatBytes(limit)} for ${model}; got ${formatBytes(got)}.`,
    sample: { param: "input_reference", model: "video-model-a", limit: 20 * 1024 * 1024, got: 21 * 1024 * 1024 },
  },
  imageNotSquare: {
    ...INVALID,
    message: ({ param, model, width, height }: Field & Size & { model: string }) =>
      `${code(param)} must be square for ${model}; got ${width}x${height}.`,
    sample: { param: "image", model: "image-model-b", width: 640, height: 480 },
  },
  maskNotPng: {
    ...INVALID,
    param: "mask",
    message: ({ got }: { got: string }) => `\`mask\` must be a PNG file; got ${got}.`,
    sample: { got: "image/jpeg" },
  },
  maskTooLarge: {
    ...INVALID,
    param: "mask",
    message: ({ limit, got }: { /** In bytes. */ limit: number; got: number }) =>
      `\`mask\` must be smaller than ${formatBytes(limit)}; got ${formatBytes(got)}.`,
    sample: { limit: 4 * 1024 * 1024, got: 5 * 1024 * 1024 },
  },
  maskSizeDiffers: {
    ...INVALID,
    param: "mask",
    message: ({ image, mask }: { image: Size; mask: Size }) =>
      `\`mask\` must have the size of the image, ${image.width}x${image.height}; got ${mask.width}x${mask.height}.`,
    sample: { image: { width: 64, height: 64 }, mask: { width: 96, height: 64 } },
  },
  maskUndecodable: {
    ...INVALID,
    param: "mask",
    message: ({ reason }: { reason: string }) => `\`mask\` must be an image that can be decoded: ${sentence(reason)}`,
    sample: { reason: "pngload_buffer: end of stream" },
  },
  maskWithoutArea: {
    ...INVALID,
    param: "mask",
    message:
      "`mask` must be transparent where the image is to change or, without transparency, black and white with white there.",
  },
  imageUrlRemote: {
    ...INVALID,
    message: ({ param }: Field) =>
      `${code(param)} must be a data URL (data:image/png;base64,...): the gateway does not fetch images. Or upload the file and send its \`file_id\`.`,
    sample: { param: "images[0].image_url" },
  },
  gcsImageNotFetched: {
    ...INVALID,
    message: ({ param }: Field) =>
      `${code(param)} is not supported: the gateway does not fetch images. Send the bytes or upload the file.`,
    sample: { param: "instances[0].image.gcsUri" },
  },
  base64Invalid: {
    ...INVALID,
    message: ({ param }: Field) =>
      `${code(param)} must be base64; got characters or a length that base64 does not have. Encode it again.`,
    sample: { param: "images[0].image_url" },
  },
  base64Empty: {
    ...INVALID,
    message: ({ param }: Field) =>
      `${code(param)} must contain at least one byte in its base64. Send the file's bytes.`,
    sample: { param: "images[0].image_url" },
  },
  imageNotReturned: {
    status: 502,
    code: "no_image",
    message: ({ model, text }: { model: string /** The model's own text, or "". */; text: string }) =>
      `Model ${quote(model)} returned no image. Change the prompt.${text && ` The model said: ${sentence(text)}`}`,
    sample: { model: "gemini-image", text: "I can't draw that" },
  },
  imageMissing: {
    status: 502,
    code: "no_image",
    message: "The model returned no image. Ask for a picture in plain words, or try another model.",
  },
  imageExpired: {
    status: 410,
    code: "image_expired",
    message: "This image is no longer stored. Request it from the model again.",
  },
  imageAddressExpired: {
    status: 410,
    code: "image_expired",
    message: ({ time }: { /** ISO 8601. */ time: string }) =>
      `This image's address expired at ${time}. Request the image from the model again.`,
    sample: { time: "2026-01-01T00:00:00.000Z" },
  },
  imageAddressInvalid: {
    status: 404,
    code: "image_not_found",
    message: "Image not found: its address was changed or is not one of this gateway. Copy the address again.",
  },
});
