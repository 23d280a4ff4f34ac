/** Checks the files of an edit against its model's limits, before they are decoded (spec; wire-formats §5.1). */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { type ImageModelRules, LARGEST_MASK, type SourceRules } from "#lib/contract/openai-images/model-rules.ts";
import { createInMemoryImage } from "#lib/gateway/request/create-in-memory-image.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
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
    throw errors.tooManyImages({ model: model?.name ?? "", limit: rules.maximum, got: sources.length });
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
  if (!facts) throw errors.imageUnreadable({ param: name, filename: input.filename });
  const { width, height } = facts;
  if (width * height > MOST_PIXELS) {
    throw errors.imageTooManyPixels({ param: name, limit: MOST_PIXELS, width, height });
  }
  if (facts.animated) throw errors.imageAnimated({ param: name });
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
    throw errors.imageTypeNotTaken({ param: name, model, types: rules.types, got: facts.mediaType });
  }
  if (source.size >= rules.bytes) {
    throw errors.imageFileTooLarge({ param: name, model, limit: rules.bytes, got: source.size });
  }
  if (rules.square && facts.width !== facts.height) {
    throw errors.imageNotSquare({ param: name, model, width: facts.width, height: facts.height });
  }
}

async function checkMask(mask: ImageInput, image: ImageFacts): Promise<void> {
  const facts = await inspect(mask, "mask");
  if (facts.mediaType !== "image/png") throw errors.maskNotPng({ got: facts.mediaType });
  if (mask.size >= LARGEST_MASK) {
    throw errors.maskTooLarge({ limit: LARGEST_MASK, got: mask.size });
  }
  if (facts.width !== image.width || facts.height !== image.height) {
    throw errors.maskSizeDiffers({ image, mask: facts });
  }
}

async function convertMask(mask: ImageInput): Promise<ImageInput> {
  const bytes = await mask.read();
  const masked = await toAlphaMask(bytes).catch((error: unknown) => {
    if (GatewayError.isInstance(error)) throw error;
    throw errors.maskUndecodable({ reason: error instanceof Error ? error.message : String(error) });
  });
  if (!masked) {
    throw errors.maskWithoutArea();
  }
  return masked === bytes ? mask : createInMemoryImage(masked, mask.filename);
}
