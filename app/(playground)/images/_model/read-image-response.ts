/** Reads responses of the image routes: the Image result (wire-formats §5.3) and the events of a stream (§5.4). */
import type { ImageFacts, ImageUsage } from "#lib/playground/images/image-job.ts";

/** One image of a response, before its bytes have been checked. */
export type WireImage = { base64?: string; address?: string; revisedPrompt?: string; mediaType: string };

export type ReadEvent =
  | { kind: "preview"; index: number; image: WireImage }
  | { kind: "image"; image: WireImage; facts: ImageFacts; usage?: ImageUsage }
  | { kind: "other" };

type Fields = Record<string, unknown>;

export function readImageResult(body: unknown): { images: WireImage[]; facts: ImageFacts; usage?: ImageUsage } {
  const fields = toFields(body);
  const mediaType = readMediaType(fields);
  const data = Array.isArray(fields.data) ? fields.data.map(toFields) : [];
  return {
    images: data.map((entry) => toImage(entry, mediaType)),
    facts: readFacts(fields),
    usage: readUsage(fields.usage),
  };
}

export function readImageEvent(event: unknown): ReadEvent {
  const fields = toFields(event);
  const type = toText(fields.type) ?? "";
  const image = toImage(fields, readMediaType(fields));
  if (type.endsWith(".partial_image"))
    return { kind: "preview", index: toNumber(fields.partial_image_index) ?? 0, image };
  if (type.endsWith(".completed")) {
    return { kind: "image", image, facts: readFacts(fields), usage: readUsage(fields.usage) };
  }
  return { kind: "other" };
}

/** Shortens base64 images for the inspector, where megabytes of them are noise; keeps their length. */
export function shortenBase64(json: string): string {
  return json.replace(
    /("b64_json"\s*:\s*")([^"]{24})([^"]{40,})"/g,
    (_all, name: string, head: string, rest: string) =>
      `${name}${head}… ${(head.length + rest.length).toLocaleString("en")} characters"`,
  );
}

function toImage(fields: Fields, mediaType: string): WireImage {
  const base64 = toText(fields.b64_json);
  const address = toText(fields.url);
  const revisedPrompt = toText(fields.revised_prompt);
  return {
    mediaType,
    ...(base64 ? { base64 } : {}),
    ...(address ? { address } : {}),
    ...(revisedPrompt ? { revisedPrompt } : {}),
  };
}

function readMediaType(fields: Fields): string {
  const format = toText(fields.output_format);
  return format ? `image/${format}` : "image/png";
}

function readFacts(fields: Fields): ImageFacts {
  return {
    size: toText(fields.size),
    quality: toText(fields.quality),
    background: toText(fields.background),
    outputFormat: toText(fields.output_format),
  };
}

function readUsage(value: unknown): ImageUsage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = toFields(value);
  const details = toFields(fields.input_tokens_details);
  return {
    inputTokens: toNumber(fields.input_tokens),
    outputTokens: toNumber(fields.output_tokens),
    imageTokens: toNumber(details.image_tokens),
    textTokens: toNumber(details.text_tokens),
  };
}

const toFields = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const toText = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const toNumber = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
