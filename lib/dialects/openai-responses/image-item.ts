/** A generated image: the item `image_generation_call`, whose `result` is its base64 (wire-formats §2.4). */
import type { FileContent } from "#lib/canonical/call.ts";
import { DIALECT } from "./dialect-id.ts";
import type { WireItem } from "./wire.ts";

type ImageFields = { item?: Record<string, unknown> };

/** Undefined for an item that has no image: one still in progress, or one that failed. */
export function readImageItem(item: WireItem): FileContent | undefined {
  if (item.type !== "image_generation_call" || typeof item.result !== "string") return undefined;
  const { type: _, result, ...fields } = item;
  const format = typeof item.output_format === "string" ? item.output_format : "png";
  return {
    type: "file",
    mediaType: `image/${format}`,
    data: { kind: "base64", base64: result as string },
    vendor: { [DIALECT]: { item: fields } },
  };
}

/** Undefined for what is no inline image: this wire has no item for it. */
export function writeImageItem(
  { mediaType, data, vendor }: Pick<FileContent, "mediaType" | "data" | "vendor">,
  id: string | undefined,
): WireItem | undefined {
  if (!mediaType.startsWith("image/") || data.kind !== "base64") return undefined;
  const { item } = (vendor?.[DIALECT] ?? {}) as ImageFields;
  const format = mediaType.slice("image/".length);
  return {
    ...(id === undefined ? {} : { id }),
    type: "image_generation_call",
    ...(item ? {} : { status: "completed", ...(format === "*" ? {} : { output_format: format }) }),
    ...item,
    result: data.base64,
  };
}

/** The upstream's own fields of the image's item; undefined for an image of another dialect. */
export function ownImageFields(vendor: FileContent["vendor"]): Record<string, unknown> | undefined {
  return (vendor?.[DIALECT] as ImageFields | undefined)?.item;
}
