/**
 * A generated image: the item `image_generation_call`, whose `result` is its base64 (wire-formats §2.4). Its id is the
 * slot for other dialects' opaque data.
 */
import type { FileContent } from "#lib/canonical/call.ts";
import { omitVendor, openId, sealIntoId } from "#lib/canonical/opaque.ts";
import type { WireItem } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";

type ImageFields = { item?: Record<string, unknown> };

/** Undefined for an item that has no image: one still in progress, or one that failed. */
export function readImageItem(item: WireItem): FileContent | undefined {
  if (item.type !== "image_generation_call" || typeof item.result !== "string") return undefined;
  const { type: _, result, ...fields } = item;
  const { vendor: carried } = openId(String(item.id ?? ""));
  const format = typeof item.output_format === "string" ? item.output_format : "png";
  return {
    type: "file",
    mediaType: `image/${format}`,
    data: { kind: "base64", base64: result as string },
    vendor: carried ?? { [DIALECT]: { item: fields } },
  };
}

/** True when a response can hold the file: this API has an item for images in base64 and for no other file. */
export function isImage({ mediaType, data }: Pick<FileContent, "mediaType" | "data">): boolean {
  return mediaType.startsWith("image/") && data.kind === "base64";
}

/**
 * @param makeId creates the item's id for a client, from the upstream's own if any; absent for an upstream of this
 * dialect, which gets its own id back
 * @returns undefined for anything but an inline image
 */
export function writeImageItem(
  { mediaType, data, vendor }: Pick<FileContent, "mediaType" | "data" | "vendor">,
  makeId?: (own: unknown) => string,
): WireItem | undefined {
  if (!isImage({ mediaType, data }) || data.kind !== "base64") return undefined;
  const { item } = (vendor?.[DIALECT] ?? {}) as ImageFields;
  const format = mediaType.slice("image/".length);
  return {
    type: "image_generation_call",
    ...(item ? {} : { status: "completed", ...(format === "*" ? {} : { output_format: format }) }),
    ...item,
    ...(makeId ? { id: sealIntoId(makeId(item?.id), omitVendor(vendor, DIALECT)) } : {}),
    result: data.base64,
  };
}

/** Returns the upstream's own fields of the image's item; undefined for an image of another dialect. */
export function getImageFields(vendor: FileContent["vendor"]): Record<string, unknown> | undefined {
  return (vendor?.[DIALECT] as ImageFields | undefined)?.item;
}
