/** Checks the files of an edit against its model's limits, before they are decoded (spec; wire-formats §5.1). */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { type ImageModelRules, LARGEST_MASK, type SourceRules } from "#lib/contract/openai-images/model-rules.ts";
import { createInMemoryImage } from "#lib/gateway/request/create-in-memory-image.ts";
import { GatewayError, invalidValue } from "#lib/http/gateway-error.ts";
import { type ImageFacts, inspectImage, MOST_PIXELS } from "#lib/media/inspect-image.ts";
import { toAlphaMask } from "#lib/media/masks/alpha-mask.ts";

/**
 * @param model model with limits; undefined for an upstream's own model, whose limits only the upstream knows
 * @returns the mask, converted to one that is transparent in the area to change
 * @throws GatewayError 400, 413 that names the field and the expected value
 */
export async function checkImageFiles(
  { sources, mask }: { sources: readonly ImageInput[]; mask?: ImageInput | undefined },
  model: ImageModelRules | undefined,
): Promise<ImageInput | undefined> {
  const rules = model?.operations.edit?.sources;
  if (rules && sources.length > rules.maximum) {
    throw invalidValue(
      "image",
      `${model?.name} takes ${rules.maximum === 1 ? "one image" : `at most ${rules.maximum} images`}, got ${sources.length}`,
    );
  }
  let first: ImageFacts | undefined;
  for (const [index, source] of sources.entries()) {
    const name = sources.length === 1 ? "image" : `image[${index}]`;
    const facts = await inspect(source, name);
    if (rules && model) checkSource({ facts, source, name, rules, model: model.name });
    first ??= facts;
  }
  if (!mask || !first) return mask;
  await checkMask(mask, first);
  return convertMask(mask);
}

async function inspect(input: ImageInput, name: string): Promise<ImageFacts> {
  const facts = await inspectImage(input);
  if (!facts)
    throw invalidValue(
      name,
      `"${input.filename.slice(0, 100)}" is not an image that can be read: expected a PNG, JPEG or WebP file`,
    );
  const { width, height } = facts;
  if (width * height > MOST_PIXELS) {
    throw invalidValue(
      name,
      `the image is ${width}x${height}, expected at most ${MOST_PIXELS / 1_000_000} million pixels`,
    );
  }
  if (facts.animated) throw invalidValue(name, "the image is animated: expected a single picture");
  return facts;
}

function checkSource({
  facts,
  source,
  name,
  rules,
  model,
}: {
  facts: ImageFacts;
  source: ImageInput;
  name: string;
  rules: SourceRules;
  model: string;
}): void {
  if (!rules.types.includes(facts.mediaType)) {
    throw invalidValue(
      name,
      `${model} takes ${rules.types.map((type) => type.replace("image/", "")).join(", ")}, got ${facts.mediaType}`,
    );
  }
  if (source.size >= rules.bytes) {
    throw new GatewayError({
      status: 413,
      message: `Invalid value for ${name}: ${model} takes images of less than ${rules.bytes / 1024 / 1024} MB, got ${source.size} bytes.`,
      param: name,
      code: "file_too_large",
    });
  }
  if (rules.square && facts.width !== facts.height) {
    throw invalidValue(name, `${model} takes square images, got ${facts.width}x${facts.height}`);
  }
}

async function checkMask(mask: ImageInput, image: ImageFacts): Promise<void> {
  const facts = await inspect(mask, "mask");
  if (facts.mediaType !== "image/png") throw invalidValue("mask", `expected a PNG file, got ${facts.mediaType}`);
  if (mask.size >= LARGEST_MASK) {
    throw invalidValue("mask", `expected less than ${LARGEST_MASK / 1024 / 1024} MB, got ${mask.size} bytes`);
  }
  if (facts.width !== image.width || facts.height !== image.height) {
    throw invalidValue(
      "mask",
      `expected the size of the image, ${image.width}x${image.height}, got ${facts.width}x${facts.height}`,
    );
  }
}

async function convertMask(mask: ImageInput): Promise<ImageInput> {
  const bytes = await mask.read();
  const masked = await toAlphaMask(bytes).catch((error: unknown) => {
    if (GatewayError.isInstance(error)) throw error;
    throw invalidValue("mask", `it could not be decoded: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!masked) {
    throw invalidValue(
      "mask",
      "expected transparent pixels where the image is to change, or, without any, nothing but black and white with white there",
    );
  }
  return masked === bytes ? mask : createInMemoryImage(masked, mask.filename);
}
