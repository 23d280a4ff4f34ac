/** Sends a blob: whole, in part, or only its headers (RFC 9110: Range, HEAD, If-None-Match). */
import { readByteRange } from "#lib/http/byte-range.ts";
import { isKnownTag } from "#lib/http/entity-tag.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { BlobStore } from "#lib/media/blob-store.ts";
import type { AssetRecord } from "#lib/store/store.ts";
import type { RequestContext } from "../request/context.ts";
import type { EndpointResponse } from "../request/endpoint.ts";

type SentBlob = {
  request: Pick<HttpRequest, "headers" | "method">;
  blobs: Pick<BlobStore, "open">;
  name: string;
  /** Size of the whole blob. */
  bytes: number;
  /** Headers, including its type. */
  headers: Record<string, string>;
  /** Entity tag with its quotes; its bytes never change. */
  etag: string;
};

/** @throws when there is no such blob */
export async function sendBlob({
  request,
  blobs,
  name,
  bytes,
  headers: own,
  etag,
}: SentBlob): Promise<EndpointResponse> {
  const { headers: requested, method } = request;
  const headers = { ...own, etag, "accept-ranges": "bytes" };
  if (isKnownTag(requested["if-none-match"], etag)) return { status: 304, headers, body: "" };
  // A range of other bytes than these is useless to the client.
  const ranged = requested["if-range"] === undefined || requested["if-range"] === etag;
  const range = ranged ? readByteRange(requested.range, bytes) : undefined;
  if (range === "none") return { status: 416, headers: { ...headers, "content-range": `bytes */${bytes}` }, body: "" };
  const { start, end } = range ?? { start: 0, end: bytes };
  const sized = {
    ...headers,
    "content-length": String(end - start),
    ...(range ? { "content-range": `bytes ${start}-${end - 1}/${bytes}` } : {}),
  };
  const status = range ? 206 : 200;
  if (method === "HEAD") return { status, headers: sized, body: "" };
  return { status, headers: sized, body: await blobs.open(name, { start, end }) };
}

const ENDINGS: Record<string, string> = {
  "video/mp4": "mp4",
  "video/webm": "webm",
  "video/quicktime": "mov",
  "image/webp": "webp",
  "image/jpeg": "jpg",
};

/** Sends a file that a model created. @param filename name without its extension */
export function sendAsset(
  { request, services }: Pick<RequestContext, "request" | "services">,
  { id, bytes, mediaType }: AssetRecord,
  filename: string,
): Promise<EndpointResponse> {
  return sendBlob({
    request,
    blobs: services.assets.blobs,
    name: id,
    bytes,
    etag: `"${id}"`,
    headers: {
      "content-type": mediaType,
      "content-disposition": `inline; filename="${filename}.${ENDINGS[mediaType] ?? "bin"}"`,
    },
  });
}
