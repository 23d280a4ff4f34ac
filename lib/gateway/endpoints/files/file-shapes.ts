/** File in each dialect (wire-formats §3.7, §4.8). */
import { findPublicOrigin } from "#lib/gateway/request/find-public-origin.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { toFileId } from "#lib/media/file-id.ts";
import type { FileRecord } from "#lib/store/store.ts";

/** Purpose of a file that was uploaded without one, in the dialect that requires one. */
const ANY_PURPOSE = "user_data";

export function toOpenAiFile(file: FileRecord) {
  return {
    id: toFileId(file.id),
    object: "file",
    bytes: file.bytes,
    created_at: toSeconds(file.createdAt),
    ...(file.expiresAt === null ? {} : { expires_at: toSeconds(file.expiresAt) }),
    filename: file.filename,
    purpose: file.purpose ?? ANY_PURPOSE,
    status: "processed",
  };
}

export function toAnthropicFile(file: FileRecord) {
  return {
    id: toFileId(file.id),
    type: "file",
    filename: file.filename,
    mime_type: file.mediaType,
    size_bytes: file.bytes,
    created_at: toRfc3339(file.createdAt),
    ...(file.expiresAt === null ? {} : { expires_at: toRfc3339(file.expiresAt) }),
    downloadable: true,
  };
}

/** @param request request with the host and version for the file's URI */
export function toGoogleFile(file: FileRecord, request: Pick<HttpRequest, "headers" | "path">) {
  const version = /^(?:\/upload)?\/v1\//.test(`${request.path}/`) ? "v1" : "v1beta";
  return {
    name: `files/${file.id}`,
    displayName: file.displayName ?? file.filename,
    mimeType: file.mediaType,
    sizeBytes: String(file.bytes),
    createTime: toRfc3339(file.createdAt),
    updateTime: toRfc3339(file.createdAt),
    ...(file.expiresAt === null ? {} : { expirationTime: toRfc3339(file.expiresAt) }),
    sha256Hash: Buffer.from(file.sha256, "hex").toString("base64"),
    uri: `${findPublicOrigin(request)}/${version}/files/${file.id}`,
    state: "ACTIVE",
    source: "UPLOADED",
  };
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

function toRfc3339(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
