/** Checks an input image of a video, and stores it for its task. */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import type { VideoImage } from "#lib/canonical/video-call.ts";
import type { VideoModelRules } from "#lib/contract/openai-videos/model-rules.ts";
import { invalidValue } from "#lib/http/gateway-error.ts";
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
  if (!facts) throw invalidValue(param, "expected an image that can be read");
  if (facts.width * facts.height > MOST_PIXELS)
    throw invalidValue(param, `an image may have ${MOST_PIXELS} pixels, got ${facts.width} × ${facts.height}`);
  if (facts.animated) throw invalidValue(param, "expected an image of one frame");
  if (rules && !rules.images.types.includes(facts.mediaType)) {
    throw invalidValue(param, `${rules.name} takes ${rules.images.types.join(", ")}, got ${facts.mediaType}`);
  }
  if (rules && input.size > rules.images.bytes)
    throw invalidValue(param, `${rules.name} takes images of at most ${rules.images.bytes} bytes, got ${input.size}`);
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
