/** `POST /upload/{v}/files`: resumable, multipart and raw uploads in Google's dialect (wire-formats §4.8). */
import { z } from "zod";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { ANONYMOUS } from "#lib/gateway/request/authenticate.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicOrigin } from "#lib/gateway/request/find-public-origin.ts";
import { uploadChunks } from "#lib/gateway/request/upload-body.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { validate } from "#lib/http/validate.ts";
import { readMultipart, readPartText } from "#lib/media/read-multipart.ts";
import type { ReceivedBlob } from "#lib/media/uploaded-file.ts";
import type { FileRecord, UploadRecord } from "#lib/store/store.ts";
import { toGoogleFile } from "./file-shapes.ts";
import type { FilesContext } from "./files-context.ts";

const LIFETIME_MS = 48 * 3_600_000;
const LARGEST_METADATA = 65_536;

export async function uploadGoogleFile(context: FilesContext): Promise<EndpointResponse> {
  const { request } = context;
  const uploadId = new URLSearchParams(request.query).get("upload_id");
  if (uploadId !== null) return continueUpload(context, uploadId);
  switch (readProtocol(request)) {
    case "resumable":
      return startUpload(context);
    case "multipart":
      return uploadRelated(context);
    case "raw":
      return uploadRaw(context);
    default:
      throw errors.uploadProtocolInvalid({ got: readProtocol(request) });
  }
}

function readProtocol(request: HttpRequest): string {
  const stated = readHeader(request, "x-goog-upload-protocol")?.toLowerCase();
  if (stated !== undefined) return stated;
  // Form of older clients.
  const query = new URLSearchParams(request.query).get("uploadType");
  if (query !== null) return query === "media" ? "raw" : query;
  return /^multipart\//i.test(readHeader(request, "content-type") ?? "") ? "multipart" : "raw";
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

/** @throws GatewayError 400 for a name chosen by the client: the gateway assigns names */
function readMetadata(text: string): Metadata {
  if (text.trim() === "") return { displayName: undefined, mediaType: undefined };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw errors.fileMetadataNotJson({ cause });
  }
  const { file = {} } = validate(metadataSchema, json);
  if (file.name) throw errors.fileNameNotAllowed();
  return { displayName: file.displayName ?? file.display_name, mediaType: file.mimeType ?? file.mime_type };
}

async function startUpload(context: FilesContext): Promise<EndpointResponse> {
  const { request, services, owner } = context;
  const commands = readCommands(request);
  if (commands.length !== 1 || commands[0] !== "start") {
    throw errors.uploadCommandInvalid({ got: commands.join(", "), commands: ["start"] });
  }
  const metadata = readMetadata(Buffer.from(await request.body.bytes(LARGEST_METADATA)).toString("utf8"));
  const upload = await services.files.uploads.start(owner, {
    filename: readHeader(request, "x-goog-upload-file-name"),
    displayName: metadata.displayName,
    declaredType: readHeader(request, "x-goog-upload-header-content-type") ?? metadata.mediaType,
    expectedBytes: readCount(request, "x-goog-upload-header-content-length"),
  });
  const url = `${findPublicOrigin(request)}${request.path}?upload_id=${upload.id}&upload_protocol=resumable`;
  return createJsonResponse(
    {},
    { "x-goog-upload-url": url, "x-goog-upload-control-url": url, "x-goog-upload-status": "active" },
  );
}

/** The secret URL of an upload is enough to continue it; a key that is sent with it must be the one that started it. */
async function continueUpload(context: FilesContext, uploadId: string): Promise<EndpointResponse> {
  const { request, services, principal, owner, log } = context;
  const { uploads } = services.files;
  const upload = await uploads.find(uploadId);
  if (principal !== ANONYMOUS && !owner.seesAll && owner.keyId !== upload.keyId) throw errors.uploadOfAnotherKey();
  log.keyId = upload.keyId;
  const commands = readCommands(request);
  switch (commands.join(",")) {
    case "query":
      return respondWithProgress(upload.receivedBytes);
    case "cancel":
      await uploads.cancel(upload);
      return createJsonResponse({}, { "x-goog-upload-status": "cancelled" });
    case "upload":
      return respondWithProgress(await appendPiece(context, upload));
    case "upload,finalize":
      await appendPiece(context, upload);
      break;
    case "finalize":
      break;
    default:
      throw errors.uploadCommandInvalid({
        got: commands.join(", "),
        commands: ["upload", "finalize", "query", "cancel"],
      });
  }
  return respondWithFile(context, await uploads.finish(upload, { lifetimeMs: LIFETIME_MS }));
}

function appendPiece({ request, services, log }: FilesContext, upload: UploadRecord): Promise<number> {
  const { files } = services;
  const offset = readCount(request, "x-goog-upload-offset");
  if (offset === undefined) throw errors.uploadHeaderMissing({ param: "x-goog-upload-offset" });
  log.requestBytes = Number(request.headers["content-length"] ?? 0);
  return files.uploads.append(upload, { offset, chunks: uploadChunks(request, files.limit) });
}

function respondWithProgress(receivedBytes: number): EndpointResponse {
  return createJsonResponse(
    {},
    { "x-goog-upload-status": "active", "x-goog-upload-size-received": String(receivedBytes) },
  );
}

async function uploadRaw(context: FilesContext): Promise<EndpointResponse> {
  const { request, services, owner, log } = context;
  const { files } = services;
  log.requestBytes = Number(request.headers["content-length"] ?? 0);
  await files.requireRoom(owner, log.requestBytes);
  const blob = await files.receive(uploadChunks(request, files.limit));
  const file = await files.register(blob, owner, {
    filename: readHeader(request, "x-goog-upload-file-name"),
    declaredType: readHeader(request, "x-goog-upload-header-content-type") ?? readHeader(request, "content-type"),
    lifetimeMs: LIFETIME_MS,
  });
  return respondWithFile(context, file);
}

/** `multipart/related`: the metadata as JSON, then the bytes. */
async function uploadRelated(context: FilesContext): Promise<EndpointResponse> {
  const { request, services, owner, log } = context;
  const { files } = services;
  log.requestBytes = Number(request.headers["content-length"] ?? 0);
  await files.requireRoom(owner, 1);
  let metadata: Promise<Metadata> | undefined;
  let blob: ReceivedBlob | undefined;
  let bytesType: string | undefined;
  let count = 0;
  try {
    await readMultipart({
      contentType: readHeader(request, "content-type") ?? "",
      chunks: uploadChunks(request, files.limit),
      async onPart({ contentType }, bytes) {
        count += 1;
        if (count === 1) {
          metadata = readPartText(bytes, LARGEST_METADATA).then(readMetadata);
          await metadata;
        } else if (count === 2) {
          bytesType = contentType;
          blob = await files.receive(bytes);
        } else throw errors.relatedTooManyParts();
      },
    });
    if (!metadata || !blob) throw errors.relatedTooFewParts();
    const { displayName, mediaType } = await metadata;
    const filename = readHeader(request, "x-goog-upload-file-name");
    const file = await files.register(blob, owner, {
      filename,
      displayName,
      declaredType: mediaType ?? bytesType,
      lifetimeMs: LIFETIME_MS,
    });
    return respondWithFile(context, file);
  } catch (error) {
    if (blob) await files.discard(blob);
    throw error;
  }
}

function respondWithFile({ request }: FilesContext, file: FileRecord): EndpointResponse {
  return createJsonResponse({ file: toGoogleFile(file, request) }, { "x-goog-upload-status": "final" });
}

function readCommands(request: HttpRequest): string[] {
  const header = readHeader(request, "x-goog-upload-command") ?? "";
  return header
    .toLowerCase()
    .split(",")
    .map((command) => command.trim());
}

/** Reads a header with a number of bytes. @throws GatewayError 400 when it is not a whole number */
function readCount(request: HttpRequest, name: string): number | undefined {
  const text = readHeader(request, name);
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw errors.uploadHeaderNotNumber({ param: name, got: text });
}

function readHeader({ headers }: HttpRequest, name: string): string | undefined {
  const value = headers[name];
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === "" ? undefined : text;
}
