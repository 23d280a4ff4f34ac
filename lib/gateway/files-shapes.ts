/** One file as each convention shows it (wire-formats §3.7, §4.8). */
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { toFileId } from "#lib/media/file-id.ts";
import type { FileRecord } from "#lib/store/store.ts";

/** What a file that came without a purpose is for, in the convention whose files always have one. */
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

/** @param exchange its host and version stand in the file's URI */
export function toGoogleFile(file: FileRecord, exchange: Pick<ExchangeRequest, "headers" | "path">) {
  const version = /^(?:\/upload)?\/v1\//.test(`${exchange.path}/`) ? "v1" : "v1beta";
  return {
    name: `files/${file.id}`,
    displayName: file.displayName ?? file.filename,
    mimeType: file.mediaType,
    sizeBytes: String(file.bytes),
    createTime: toRfc3339(file.createdAt),
    updateTime: toRfc3339(file.createdAt),
    ...(file.expiresAt === null ? {} : { expirationTime: toRfc3339(file.expiresAt) }),
    sha256Hash: Buffer.from(file.sha256, "hex").toString("base64"),
    uri: `${publicOrigin(exchange)}/${version}/files/${file.id}`,
    state: "ACTIVE",
    source: "UPLOADED",
  };
}

const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;

/** Scheme and host as the client called them, through whatever proxy. */
export function publicOrigin({ headers }: Pick<ExchangeRequest, "headers">): string {
  const first = (name: string) =>
    String(headers[name] ?? "")
      .split(",")[0]
      ?.trim() ?? "";
  const host = [first("x-forwarded-host"), first("host")].find((candidate) => HOST.test(candidate)) ?? "localhost";
  const scheme = first("x-forwarded-proto") === "https" ? "https" : "http";
  return `${scheme}://${host}`;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

function toRfc3339(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
