/** `GET /v1/images/content/{name}`: an image at its signed URL, which needs no key. */
import { sendBlob } from "#lib/gateway/bodies/send-blob.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";

/** @throws GatewayError 404, 410 */
export async function readImageContent({
  request,
  services: { assets },
  params: { name = "" },
}: RequestContext): Promise<EndpointResponse> {
  const { id, mediaType, expiresAt } = await assets.open(name, request.query);
  const bytes = await assets.blobs.bytes(id);
  if (bytes === undefined) {
    throw errors.imageExpired();
  }
  const secondsLeft = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
  return sendBlob({
    request,
    blobs: assets.blobs,
    name: id,
    bytes,
    etag: `"${id}"`,
    headers: { "content-type": mediaType, "cache-control": `private, max-age=${secondsLeft}, immutable` },
  });
}
