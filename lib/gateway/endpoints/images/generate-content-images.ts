/** Runs the image routes on a model behind `:generateContent`. */
import type { Call, UserContent } from "#lib/canonical/call.ts";
import type { ImageBytes, ImageCall, ImageEvent, ImageProvider, ImageUsage } from "#lib/canonical/image-call.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { fetchReply } from "#lib/gateway/lanes/fetch-reply.ts";
import type { SteeredCall } from "#lib/gateway/lanes/steer-call.ts";
import { writeBody } from "#lib/gateway/lanes/write-body.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { inspectImageBytes } from "#lib/media/inspect-image.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

/** Aspect ratios of these models (wire-formats §4.4). */
const ASPECT_RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"];

export type GenerateContext = RequestContext &
  Pick<SteeredCall, "timeLimit"> & {
    /** Called after each image that was made. */
    onBegun?: (() => void) | undefined;
  };

/**
 * Image provider of a `:generateContent` model that returns images (wire-formats §4.3): one call per image, with input
 * images and mask as parts of the prompt.
 */
export function generateContentImages(upstream: Upstream, context: GenerateContext): ImageProvider {
  const dialect = dialects["google-generate"];

  return async function* make(call): AsyncGenerator<ImageEvent, void, void> {
    const body = await writeBody(context, dialect.writeRequest(await toCall(call)));
    // An image that the upstream may have begun is never made twice.
    const target = { upstream, dialect, model: call.model, body, once: true };
    const usage: ImageUsage = { textTokens: 0, imageTokens: 0, outputTokens: 0 };
    for (let made = 0; made < call.count; made++) {
      const reply = await fetchReply(context, target);
      context.onBegun?.();
      addUsage(usage, reply);
      yield* readImages(reply, call);
    }
    yield { type: "usage", usage };
  };
}

async function toCall({ model, prompt, sources, mask, size }: ImageCall): Promise<Call> {
  const content: UserContent[] = [];
  for (const input of sources) content.push(readFile({ bytes: await input.read(), mediaType: input.mediaType }));
  if (mask) {
    content.push(readFile({ bytes: await mask.read(), mediaType: mask.mediaType }));
    content.push({
      type: "text",
      text: "The last image is a mask of the first: change only where it is transparent, and keep all other pixels.",
    });
  }
  content.push({ type: "text", text: prompt });
  return {
    model,
    messages: [{ role: "user", content }],
    modalities: ["text", "image"],
    ...(size ? { aspectRatio: findNearestRatio(size) } : {}),
    stream: false,
    dropped: [],
  };
}

function readFile({ bytes, mediaType }: ImageBytes): UserContent {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return { type: "file", mediaType, data: { kind: "base64", base64 } };
}

async function* readImages(reply: Reply, call: ImageCall): AsyncGenerator<ImageEvent, void, void> {
  const content = reply.choices[0]?.content ?? [];
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const files = content.flatMap((part) =>
    part.type === "file" && part.data.kind === "base64"
      ? [{ mediaType: part.mediaType, base64: part.data.base64 }]
      : [],
  );
  const last = files.at(-1);
  if (!last) throw refusedError(texts.join(" "), call);
  const made = { bytes: Buffer.from(last.base64, "base64"), mediaType: last.mediaType };
  const image = await convertImage(made, { format: call.outputFormat, quality: call.outputCompression });
  const facts = await inspectImageBytes(image.bytes);
  yield {
    type: "image",
    image,
    width: facts?.width ?? call.size?.width ?? 0,
    height: facts?.height ?? call.size?.height ?? 0,
  };
}

/** @param quality quality of JPEG and WebP, 0 to 100 */
async function convertImage(
  image: ImageBytes,
  { format, quality }: { format: ImageCall["outputFormat"]; quality: number },
): Promise<ImageBytes> {
  if (image.mediaType === `image/${format}`) return image;
  const options = format === "png" ? {} : { quality: Math.max(1, quality) };
  const { default: sharp } = await import("sharp");
  return { bytes: await sharp(image.bytes).toFormat(format, options).toBuffer(), mediaType: `image/${format}` };
}

function refusedError(text: string, { model }: ImageCall): GatewayError {
  return errors.imageNotReturned({ model, text: text.trim().slice(0, 300) });
}

function addUsage(usage: ImageUsage, { usage: of }: Reply): void {
  usage.textTokens += of?.inputTokens ?? 0;
  usage.outputTokens += of?.outputTokens ?? 0;
}

function findNearestRatio({ width, height }: { width: number; height: number }): string {
  const distance = (ratio: string) => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log((across * height) / (down * width)));
  };
  return ASPECT_RATIOS.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}
