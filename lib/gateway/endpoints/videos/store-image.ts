/** Checks an input image of a video, and stores it for its task. */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import type { VideoImage } from "#lib/canonical/video-call.ts";
import type { VideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import { errors } from "#lib/http/errors.ts";
import { inspectImage, MOST_PIXELS } from "#lib/media/inspect-image.ts";
import type { VideoContext } from "./video-context.ts";

/** Image with the name of its field for errors. */
export type NamedImage = { input: ImageInput; param: string };

/**
 * @param rules rules of the model; none for an upstream's own
 * @throws GatewayError 400 for a file that is not an image, or that the model does not accept
 */
export async function storeImage(
  { services, principal }: Pick<VideoContext, "services" | "principal">,
  { input, param }: NamedImage,
  rules: VideoModelRules | undefined,
): Promise<VideoImage> {
  const facts = await inspectImage(input);
  if (!facts) throw errors.imageUnreadable({ param, filename: input.filename });
  if (facts.width * facts.height > MOST_PIXELS)
    throw errors.imageTooManyPixels({ param, limit: MOST_PIXELS, width: facts.width, height: facts.height });
  if (facts.animated) throw errors.imageAnimated({ param });
  if (rules && !rules.images.types.includes(facts.mediaType)) {
    throw errors.imageTypeNotTaken({ param, model: rules.name, types: rules.images.types, got: facts.mediaType });
  }
  if (rules && input.size > rules.images.bytes)
    throw errors.imageBytesTooMany({ param, model: rules.name, limit: rules.images.bytes, got: input.size });
  const { id } = await services.assets.save({
    keyId: principal.keyId,
    mediaType: facts.mediaType,
    bytes: input.size,
    kind: "videos",
    expiresAt: Date.now() + services.videos.inputLifetimeMs,
    content: input.chunks(),
  });
  return { blob: id, mediaType: facts.mediaType, bytes: input.size };
}
