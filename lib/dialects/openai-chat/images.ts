/**
 * `images` of a message or a delta: the model's images in the form of OpenRouter and LiteLLM. OpenAI's own models do
 * not send any in this API. An image's id, which the gateway makes, carries other dialects' opaque data.
 */
import type { FileContent } from "#lib/canonical/call.ts";
import { formatFileUrl, parseFileUrl } from "#lib/canonical/file-url.ts";
import { omitVendor, openId, sealIntoId } from "#lib/canonical/opaque.ts";
import { DIALECT } from "./dialect-id.ts";

type Fields = Record<string, unknown>;

/** Undefined for a list of another form. */
export function readImages(images: unknown): FileContent[] | undefined {
  if (!Array.isArray(images)) return undefined;
  const read = images.map(readImage);
  return read.every((image) => image !== undefined) ? read : undefined;
}

function readImage(image: Fields | null): FileContent | undefined {
  const { image_url: place, ...fields } = image ?? {};
  const url = (place as Fields | null | undefined)?.url;
  if (typeof url !== "string") return undefined;
  const opened = typeof fields.id === "string" ? openId(fields.id).vendor : undefined;
  if (opened) return { ...parseFileUrl(url, "image/*"), vendor: opened };
  return { ...parseFileUrl(url, "image/*"), vendor: { [DIALECT]: { image: fields } } };
}

/** True when a response can hold the file. */
export function isImage({ mediaType, data }: Pick<FileContent, "mediaType" | "data">): boolean {
  return mediaType.startsWith("image/") && data.kind !== "reference";
}

/** @param index of the image in the message. @returns undefined for other files, and for a reference to an image */
export function writeImage(
  { mediaType, data, vendor }: Pick<FileContent, "mediaType" | "data" | "vendor">,
  index: number,
): Fields | undefined {
  if (!isImage({ mediaType, data }) || data.kind === "reference") return undefined;
  const vendorFields = vendor?.[DIALECT]?.image as Fields | undefined;
  const foreign = omitVendor(vendor, DIALECT);
  return {
    ...(vendorFields ?? { type: "image_url", index }),
    ...(foreign ? { id: sealIntoId(`image_${index}`, foreign) } : {}),
    image_url: { url: formatFileUrl(data, mediaType) },
  };
}

/** True when the file came from this dialect's own `images`: no other file goes upstream in that field. */
export function hasImageVendor({ vendor }: Pick<FileContent, "vendor">): boolean {
  return vendor?.[DIALECT]?.image !== undefined;
}
