/** `GET /v1/files/{id}/content` and `/v1beta/files/{id}:download`: a file's bytes, streamed. */
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { attachmentDisposition } from "#lib/media/filename.ts";
import type { OwnedFilesContext } from "./files-context.ts";
import { CLIENT_LEFT, CLIENT_LEFT_STATUS } from "./request-record.ts";

/** @throws GatewayError 404 */
export async function readFileContent(context: OwnedFilesContext, id: string): Promise<ExchangeResponse> {
  const { exchange, runtime, record, owner } = context;
  const file = await runtime.files.find(id, owner);
  const headers = {
    "content-type": file.mediaType,
    "content-disposition": attachmentDisposition(file.filename),
    // What a client uploaded is not to become a page of this origin.
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-store",
  };
  if (exchange.method === "HEAD") return { status: 200, headers, body: "" };
  const source = await runtime.files.blobs.open(file.id, {
    onChunk: (bytes) => record.sent(bytes),
    onEnd(failure) {
      if (failure === undefined) record.finish({ status: 200 });
      else if (failure === "cancelled") record.finish({ status: CLIENT_LEFT_STATUS, error: CLIENT_LEFT });
      else {
        runtime.log(`${record.id} ${failure.stack ?? failure.message}`);
        record.finish({ status: 500, error: "The file could not be read." });
      }
    },
  });
  // Also one that leaves before the mount has begun to send.
  exchange.client.onLeave(() => source.cancel());
  return { status: 200, headers: { ...headers, "content-length": String(file.bytes) }, body: source };
}
