/** `GET /v1/files/{id}/content` and `/v1beta/files/{id}:download`: a file's bytes. */
import { sendBlob } from "#lib/gateway/bodies/send-blob.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { formatAttachmentHeader } from "#lib/media/filename.ts";
import type { FilesContext } from "./files-context.ts";

/** @throws GatewayError 404 */
export async function readFileContent(
  { request, services, owner }: FilesContext,
  id: string,
): Promise<EndpointResponse> {
  const file = await services.files.find(id, owner);
  return sendBlob({
    request,
    blobs: services.files.blobs,
    name: file.id,
    bytes: file.bytes,
    etag: `"${file.sha256}"`,
    headers: {
      "content-type": file.mediaType,
      "content-disposition": formatAttachmentHeader(file.filename),
    },
  });
}
