/** `GET /v1/images/content/{name}`: an image at its signed address, which needs no key. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Handler } from "./route.ts";
import { sendBlob } from "./send-blob.ts";

/** @throws GatewayError 404, 410 */
export const readImageContent: Handler = async (exchange, runtime, record, { name = "" }) => {
  const { id, mediaType, expiresAt } = await runtime.assets.open(name, exchange.query);
  const bytes = await runtime.assets.blobs.bytes(id);
  if (bytes === undefined) {
    throw new GatewayError({
      status: 410,
      message: "This image is no longer kept. Ask the model for it again.",
      code: "image_expired",
    });
  }
  const secondsLeft = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
  return sendBlob({
    exchange,
    runtime,
    record,
    blobs: runtime.assets.blobs,
    name: id,
    bytes,
    etag: `"${id}"`,
    headers: { "content-type": mediaType, "cache-control": `private, max-age=${secondsLeft}, immutable` },
  });
};
