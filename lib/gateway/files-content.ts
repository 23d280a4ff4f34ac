/** `GET /v1/files/{id}/content` and `/v1beta/files/{id}:download`: a file's bytes, streamed. */
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { attachmentDisposition } from "#lib/media/filename.ts";
import type { OwnedFilesContext } from "./files-context.ts";
import { sendBlob } from "./send-blob.ts";

/** @throws GatewayError 404 */
export async function readFileContent(context: OwnedFilesContext, id: string): Promise<ExchangeResponse> {
  const { exchange, runtime, record, owner } = context;
  const file = await runtime.files.find(id, owner);
  return sendBlob({
    exchange,
    runtime,
    record,
    blobs: runtime.files.blobs,
    name: file.id,
    bytes: file.bytes,
    etag: `"${file.sha256}"`,
    headers: {
      "content-type": file.mediaType,
      "content-disposition": attachmentDisposition(file.filename),
      "cache-control": "private, no-store",
    },
  });
}
