/** Sends a blob: whole, in part, or only what would be sent (RFC 9110: Range, HEAD, If-None-Match). */
import { readByteRange } from "#lib/http/byte-range.ts";
import { isKnownTag } from "#lib/http/entity-tag.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import type { BlobStore } from "#lib/media/blob-store.ts";
import { CLIENT_LEFT, CLIENT_LEFT_STATUS, type RequestRecord } from "./request-record.ts";
import type { Runtime } from "./runtime.ts";

type SentBlob = {
  exchange: ExchangeRequest;
  runtime: Pick<Runtime, "log">;
  record: RequestRecord;
  blobs: Pick<BlobStore, "open">;
  name: string;
  /** Of the whole blob. */
  bytes: number;
  /** Its type among them. */
  headers: Record<string, string>;
  /** With its quotes; the bytes behind it never change. */
  etag: string;
};

/** What a model or a client made is not to become a page of this origin. */
const HARMLESS = { "x-content-type-options": "nosniff", "content-security-policy": "default-src 'none'; sandbox" };

export async function sendBlob(blob: SentBlob): Promise<ExchangeResponse> {
  const { exchange, bytes, etag } = blob;
  const { headers: asked, method } = exchange;
  const headers = { ...HARMLESS, ...blob.headers, etag, "accept-ranges": "bytes" };
  if (isKnownTag(asked["if-none-match"], etag)) return { status: 304, headers, body: "" };
  // A range of other bytes than these is of no use to the client.
  const ranged = asked["if-range"] === undefined || asked["if-range"] === etag;
  const range = ranged ? readByteRange(asked.range, bytes) : undefined;
  if (range === "none") return { status: 416, headers: { ...headers, "content-range": `bytes */${bytes}` }, body: "" };
  const { start, end } = range ?? { start: 0, end: bytes };
  const status = range ? 206 : 200;
  const sized = {
    ...headers,
    "content-length": String(end - start),
    ...(range ? { "content-range": `bytes ${start}-${end - 1}/${bytes}` } : {}),
  };
  if (method === "HEAD") return { status, headers: sized, body: "" };
  return { status, headers: sized, body: await openSource(blob, { start, end }, status) };
}

async function openSource(
  { exchange, runtime, record, blobs, name }: SentBlob,
  range: { start: number; end: number },
  status: number,
): Promise<ExchangeResponse["body"]> {
  const source = await blobs.open(
    name,
    {
      onChunk: (bytes) => record.sent(bytes),
      onEnd(failure) {
        if (failure === undefined) record.finish({ status });
        else if (failure === "cancelled") record.finish({ status: CLIENT_LEFT_STATUS, error: CLIENT_LEFT });
        else {
          runtime.log(`${record.id} ${failure.stack ?? failure.message}`);
          record.finish({ status: 500, error: "The file could not be read." });
        }
      },
    },
    range,
  );
  // Also one that leaves before the mount has begun to send.
  exchange.client.onLeave(() => source.cancel());
  return source;
}
