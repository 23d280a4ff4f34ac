/** `POST /upload/{v}/files`: resumable, multipart and raw uploads of Google's convention (wire-formats §4.8). */
import { z } from "zod";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { readMultipart, readPartText } from "#lib/media/read-multipart.ts";
import type { ReceivedBlob } from "#lib/media/uploaded-file.ts";
import type { FileRecord, UploadRecord } from "#lib/store/store.ts";
import { type FilesContext, jsonResponse, type OwnedFilesContext, readOwner } from "./files-context.ts";
import { publicOrigin, toGoogleFile } from "./files-shapes.ts";
import { uploadChunks } from "./upload-body.ts";

const LIFETIME_MS = 48 * 3_600_000;
const LARGEST_METADATA = 65_536;

export async function uploadGoogleFile(context: FilesContext): Promise<ExchangeResponse> {
  const { exchange } = context;
  const uploadId = new URLSearchParams(exchange.query).get("upload_id");
  if (uploadId !== null) return continueUpload(context, uploadId);
  const owned = { ...context, owner: await readOwner(context) };
  switch (protocolOf(exchange)) {
    case "resumable":
      return startUpload(owned);
    case "multipart":
      return uploadRelated(owned);
    case "raw":
      return uploadRaw(owned);
    default:
      throw invalid(
        `Invalid value for x-goog-upload-protocol: expected resumable, multipart or raw, got "${protocolOf(exchange).slice(0, 40)}".`,
        "x-goog-upload-protocol",
      );
  }
}

function protocolOf(exchange: ExchangeRequest): string {
  const stated = readHeader(exchange, "x-goog-upload-protocol")?.toLowerCase();
  if (stated !== undefined) return stated;
  // As older clients say it.
  const query = new URLSearchParams(exchange.query).get("uploadType");
  if (query !== null) return query === "media" ? "raw" : query;
  return /^multipart\//i.test(readHeader(exchange, "content-type") ?? "") ? "multipart" : "raw";
}

export const metadataSchema = z
  .object({
    file: z
      .object({
        displayName: z.string().max(512).optional().describe("What people know it by."),
        display_name: z.string().max(512).optional(),
        mimeType: z.string().optional().describe("Its media type, for example text/plain."),
        mime_type: z.string().optional(),
        name: z.string().optional().describe("Must be empty: the gateway names files itself."),
      })
      .optional(),
  })
  .meta({ id: "FileMetadata", description: "What is said of a file when it is uploaded." });

type Metadata = { displayName: string | undefined; mediaType: string | undefined };

/** @throws GatewayError 400 for a name of the client's own: names are the gateway's to give */
function readMetadata(text: string): Metadata {
  if (text.trim() === "") return { displayName: undefined, mediaType: undefined };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new GatewayError({
      status: 400,
      message: "The file's metadata is not well-formed JSON.",
      code: "invalid_json",
      cause,
    });
  }
  const { file = {} } = validate(metadataSchema, json);
  if (file.name) throw invalid("The gateway names files itself: leave file.name out.", "file.name");
  return { displayName: file.displayName ?? file.display_name, mediaType: file.mimeType ?? file.mime_type };
}

async function startUpload(context: OwnedFilesContext): Promise<ExchangeResponse> {
  const { exchange, runtime, owner } = context;
  const commands = commandsOf(exchange);
  if (commands.length !== 1 || commands[0] !== "start") {
    throw invalid("A resumable upload begins with x-goog-upload-command: start.", "x-goog-upload-command");
  }
  const metadata = readMetadata(Buffer.from(await exchange.body.bytes(LARGEST_METADATA)).toString("utf8"));
  const upload = await runtime.files.uploads.start(owner, {
    filename: readHeader(exchange, "x-goog-upload-file-name"),
    displayName: metadata.displayName,
    declaredType: readHeader(exchange, "x-goog-upload-header-content-type") ?? metadata.mediaType,
    expectedBytes: readCount(exchange, "x-goog-upload-header-content-length"),
  });
  const url = `${publicOrigin(exchange)}${exchange.path}?upload_id=${upload.id}&upload_protocol=resumable`;
  return jsonResponse(
    {},
    { "x-goog-upload-url": url, "x-goog-upload-control-url": url, "x-goog-upload-status": "active" },
  );
}

/** Whoever knows the upload's URL may go on with it: clients need not send their key again, but it must fit if they do. */
async function continueUpload(context: FilesContext, uploadId: string): Promise<ExchangeResponse> {
  const { exchange, runtime } = context;
  const { uploads } = runtime.files;
  const owner = await readOwner(context).catch((error: unknown) => {
    if (GatewayError.isInstance(error) && error.code === "missing_api_key") return undefined;
    throw error;
  });
  const upload = await uploads.find(uploadId);
  if (owner && !owner.seesAll && owner.keyId !== upload.keyId) throw uploadOfAnother();
  context.record.keyId = upload.keyId;
  const commands = commandsOf(exchange);
  switch (commands.join(",")) {
    case "query":
      return progress(upload.receivedBytes);
    case "cancel":
      await uploads.cancel(upload);
      return jsonResponse({}, { "x-goog-upload-status": "cancelled" });
    case "upload":
      return progress(await appendPiece(context, upload));
    case "upload,finalize":
      await appendPiece(context, upload);
      break;
    case "finalize":
      break;
    default:
      throw invalid(
        `Invalid value for x-goog-upload-command: expected upload, finalize, query or cancel, got "${commands.join(", ").slice(0, 60)}".`,
        "x-goog-upload-command",
      );
  }
  return finished(context, await uploads.finish(upload, { lifetimeMs: LIFETIME_MS }));
}

function appendPiece({ exchange, runtime, record }: FilesContext, upload: UploadRecord): Promise<number> {
  const { files } = runtime;
  const offset = readCount(exchange, "x-goog-upload-offset");
  if (offset === undefined) throw invalid("The header x-goog-upload-offset is required.", "x-goog-upload-offset");
  record.requestBytes = Number(exchange.headers["content-length"] ?? 0);
  return files.uploads.append(upload, { offset, chunks: uploadChunks(exchange, files.limit) });
}

function progress(receivedBytes: number): ExchangeResponse {
  return jsonResponse({}, { "x-goog-upload-status": "active", "x-goog-upload-size-received": String(receivedBytes) });
}

async function uploadRaw(context: OwnedFilesContext): Promise<ExchangeResponse> {
  const { exchange, runtime, owner, record } = context;
  const { files } = runtime;
  record.requestBytes = Number(exchange.headers["content-length"] ?? 0);
  const blob = await files.receive(uploadChunks(exchange, files.limit));
  const file = await files.register(blob, owner, {
    filename: readHeader(exchange, "x-goog-upload-file-name"),
    declaredType: readHeader(exchange, "x-goog-upload-header-content-type") ?? readHeader(exchange, "content-type"),
    lifetimeMs: LIFETIME_MS,
  });
  return finished(context, file);
}

/** `multipart/related`: the metadata as JSON, then the bytes. */
async function uploadRelated(context: OwnedFilesContext): Promise<ExchangeResponse> {
  const { exchange, runtime, owner, record } = context;
  const { files } = runtime;
  record.requestBytes = Number(exchange.headers["content-length"] ?? 0);
  let metadata: Promise<Metadata> | undefined;
  let blob: ReceivedBlob | undefined;
  let bytesType: string | undefined;
  let count = 0;
  try {
    await readMultipart({
      contentType: readHeader(exchange, "content-type") ?? "",
      chunks: uploadChunks(exchange, files.limit),
      async onPart({ contentType }, bytes) {
        count += 1;
        if (count === 1) {
          metadata = readPartText(bytes, LARGEST_METADATA).then(readMetadata);
          await metadata;
        } else if (count === 2) {
          bytesType = contentType;
          blob = await files.receive(bytes);
        } else throw invalid("The body has more than two parts: expected the metadata, then the file.");
      },
    });
    if (!metadata || !blob) throw invalid("The body has one part: expected the metadata as JSON, then the file.");
    const { displayName, mediaType } = await metadata;
    const filename = readHeader(exchange, "x-goog-upload-file-name");
    const file = await files.register(blob, owner, {
      filename,
      displayName,
      declaredType: mediaType ?? bytesType,
      lifetimeMs: LIFETIME_MS,
    });
    return finished(context, file);
  } catch (error) {
    if (blob) await files.discard(blob);
    throw error;
  }
}

function finished({ exchange }: FilesContext, file: FileRecord): ExchangeResponse {
  return jsonResponse({ file: toGoogleFile(file, exchange) }, { "x-goog-upload-status": "final" });
}

function commandsOf(exchange: ExchangeRequest): string[] {
  const header = readHeader(exchange, "x-goog-upload-command") ?? "";
  return header
    .toLowerCase()
    .split(",")
    .map((command) => command.trim());
}

/** A header that counts bytes. @throws GatewayError 400 when it is no whole number */
function readCount(exchange: ExchangeRequest, name: string): number | undefined {
  const text = readHeader(exchange, name);
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid(`Invalid value for ${name}: expected a whole number of bytes, got "${text.slice(0, 40)}".`, name);
}

function readHeader({ headers }: ExchangeRequest, name: string): string | undefined {
  const value = headers[name];
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === "" ? undefined : text;
}

function uploadOfAnother(): GatewayError {
  return new GatewayError({
    status: 404,
    message: "There is no such upload that this key may see.",
    param: "upload_id",
    code: "upload_not_found",
  });
}

function invalid(message: string, param?: string): GatewayError {
  return new GatewayError({ status: 400, message, param });
}
