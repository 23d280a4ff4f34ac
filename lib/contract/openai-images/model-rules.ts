/**
 * Rules of each image model, as data: the routes check requests by them, the OpenAPI document and the pages show them
 * (spec, POST /v1/images/generations and /v1/images/edits; wire-formats §5.1).
 */

export type ImageModelName = "image-model-a" | "image-model-b" | "image-model-c";
export type ImageOperation = "generate" | "edit";

/** A field that not every model accepts, or not with every value. */
export type ImageField =
  | "background"
  | "input_fidelity"
  | "mask"
  | "moderation"
  | "n"
  | "output_compression"
  | "output_format"
  | "partial_images"
  | "quality"
  | "response_format"
  | "size"
  | "stream"
  | "style";

/** Allowed values of a field, and its default. */
export type FieldRule =
  | { values: readonly string[]; default?: string }
  | { minimum: number; maximum: number; default: number }
  | { flag: true; default: boolean }
  | { file: true };

export type SourceRules = {
  /** Largest number of images. */
  maximum: number;
  /** Largest image, in bytes. */
  bytes: number;
  types: readonly string[];
  square: boolean;
};

export type OperationRules = { fields: Partial<Record<ImageField, FieldRule>>; sources?: SourceRules };

export type ImageModelRules = {
  name: ImageModelName;
  /** In characters. */
  longestPrompt: number;
  operations: Partial<Record<ImageOperation, OperationRules>>;
};

const MEGABYTE = 1024 * 1024;
/** In bytes. */
export const LARGEST_MASK = 4 * MEGABYTE;

const n: FieldRule = { minimum: 1, maximum: 10, default: 1 };
const background: FieldRule = { values: ["transparent", "opaque", "auto"], default: "auto" };
const outputFormat: FieldRule = { values: ["png", "jpeg", "webp"], default: "png" };
const outputCompression: FieldRule = { minimum: 0, maximum: 100, default: 100 };
const partialImages: FieldRule = { minimum: 0, maximum: 3, default: 0 };
const stream: FieldRule = { flag: true, default: false };
const addressOrBytes: FieldRule = { values: ["url", "b64_json"], default: "url" };

const sharedOfA = {
  background,
  n,
  output_compression: outputCompression,
  output_format: outputFormat,
  partial_images: partialImages,
  quality: { values: ["auto", "low", "medium", "high"], default: "auto" },
  size: { values: ["auto", "1024x1024", "1536x1024", "1024x1536"], default: "auto" },
  stream,
} as const satisfies OperationRules["fields"];

const sharedOfB = {
  n,
  quality: { values: ["auto", "standard"], default: "auto" },
  response_format: addressOrBytes,
  size: { values: ["256x256", "512x512", "1024x1024"], default: "1024x1024" },
} as const satisfies OperationRules["fields"];

export const IMAGE_MODELS: Readonly<Record<ImageModelName, ImageModelRules>> = {
  "image-model-a": {
    name: "image-model-a",
    longestPrompt: 32_000,
    operations: {
      generate: { fields: { ...sharedOfA, moderation: { values: ["auto", "low"], default: "auto" } } },
      edit: {
        fields: { ...sharedOfA, input_fidelity: { values: ["high", "low"] }, mask: { file: true } },
        sources: {
          maximum: 16,
          bytes: 50 * MEGABYTE,
          types: ["image/png", "image/jpeg", "image/webp"],
          square: false,
        },
      },
    },
  },
  "image-model-b": {
    name: "image-model-b",
    longestPrompt: 1_000,
    operations: {
      generate: { fields: sharedOfB },
      edit: {
        fields: { ...sharedOfB, mask: { file: true } },
        sources: { maximum: 1, bytes: 4 * MEGABYTE, types: ["image/png"], square: true },
      },
    },
  },
  "image-model-c": {
    name: "image-model-c",
    longestPrompt: 4_000,
    operations: {
      generate: {
        fields: {
          n: { minimum: 1, maximum: 1, default: 1 },
          quality: { values: ["auto", "standard", "hd"], default: "auto" },
          response_format: addressOrBytes,
          size: { values: ["1024x1024", "1792x1024", "1024x1792"], default: "1024x1024" },
          style: { values: ["vivid", "natural"], default: "vivid" },
        },
      },
    },
  },
};

export const DEFAULT_IMAGE_MODEL: ImageModelName = "image-model-a";

/** Returns the rules of a model by the client's name for it, with or without an upstream prefix; undefined if none. */
export function findImageModelRules(name: string): ImageModelRules | undefined {
  const bare = name.slice(name.lastIndexOf("/") + 1);
  return Object.hasOwn(IMAGE_MODELS, bare) ? IMAGE_MODELS[bare as ImageModelName] : undefined;
}
