/** Endpoints of uploaded files: one store, three dialects (wire-formats §0.1, §3.7, §4.1, §4.8). */
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { sendAsset } from "#lib/gateway/bodies/send-blob.ts";
import type { PathParameters } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint } from "#lib/gateway/request/endpoint.ts";
import { API_VERSIONS, type ApiVersion } from "#lib/gateway/request/google-paths.ts";
import { toFileId } from "#lib/media/file-id.ts";
import { readBatchFile, readBatchFileContent } from "./batch-file.ts";
import { createFile } from "./create-file.ts";
import { toAnthropicFile, toGoogleFile, toOpenAiFile } from "./file-shapes.ts";
import { createFilesHandler, type FileServices } from "./files-context.ts";
import { uploadGoogleFile } from "./google-upload.ts";
import { listFiles } from "./list-files.ts";
import * as operations from "./openapi.ts";
import { deleteGoogleFile, listGoogleFiles, readGoogleFile, uploadFile } from "./openapi-google.ts";
import { readFileContent } from "./read-content.ts";

const readFile = createFilesHandler(async (context) => {
  const { request, services, owner, convention, params } = context;
  const ofBatch = convention === "openai" ? await readBatchFile(context, readFileId(params)) : undefined;
  if (ofBatch) return ofBatch;
  const file = await services.files.find(readFileId(params), owner);
  if (convention === "google") return createJsonResponse(toGoogleFile(file, request));
  return createJsonResponse(convention === "anthropic" ? toAnthropicFile(file) : toOpenAiFile(file));
});

const removeFile = createFilesHandler(async ({ services, owner, convention, params }) => {
  const file = await services.files.remove(readFileId(params), owner);
  if (convention === "google") return createJsonResponse({});
  const fileId = toFileId(file.id);
  if (convention === "anthropic") return createJsonResponse({ id: fileId, type: "file_deleted" });
  return createJsonResponse({ id: fileId, object: "file", deleted: true });
});

/** Reads uploaded files and videos of models. */
const readContent = createFilesHandler(async (context) => {
  const id = readFileId(context.params);
  const video = await context.services.videos.findOutput(id, context.owner);
  if (video) return sendAsset(context, video, id);
  return (await readBatchFileContent(context, id)) ?? readFileContent(context, id);
});

const upload = createFilesHandler(uploadGoogleFile);

function uploadEndpoint(version: ApiVersion, method: "POST" | "PUT"): Endpoint<FileServices> {
  return {
    method,
    path: `/upload/${version}/files`,
    // The secret URL of an upload is enough to continue it.
    scope: ({ request }) => (new URLSearchParams(request.query).has("upload_id") ? "optional" : "inference"),
    operation: uploadFile(version, method),
    handle: upload,
  };
}

function downloadEndpoint(version: ApiVersion): Endpoint<FileServices> {
  // The colon may be percent-encoded.
  const pattern = new RegExp(`^/${version}/files/(?<file_id>[^/]+)(?::|%3A)download$`, "i");
  return {
    method: "GET",
    path: `/${version}/files/{file_id}:download`,
    match: (path) => pattern.exec(path)?.groups,
    scope: "inference",
    operation: operations.readFileContent(`downloadFile${version === "v1" ? "V1" : ""}`),
    handle: readContent,
  };
}

export const fileEndpoints: readonly Endpoint<FileServices>[] = [
  defineEndpoint({
    method: "GET",
    path: "/v1/files",
    scope: "inference",
    operation: operations.listFiles,
    handle: createFilesHandler(listFiles),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/files",
    scope: "inference",
    operation: operations.createFile,
    handle: createFilesHandler(createFile),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1beta/files",
    scope: "inference",
    operation: listGoogleFiles,
    handle: createFilesHandler(listFiles),
  }),
  ...API_VERSIONS.flatMap((version) => [uploadEndpoint(version, "POST"), uploadEndpoint(version, "PUT")]),
  ...API_VERSIONS.map(downloadEndpoint),
  defineEndpoint({
    method: "GET",
    path: "/v1/files/{file_id}/content",
    scope: "inference",
    operation: operations.readFileContent("readFileContent"),
    handle: readContent,
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/files/{file_id}",
    scope: "inference",
    operation: operations.readFile,
    handle: readFile,
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/v1/files/{file_id}",
    scope: "inference",
    operation: operations.deleteFile,
    handle: removeFile,
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1beta/files/{file_id}",
    scope: "inference",
    operation: readGoogleFile,
    handle: readFile,
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/v1beta/files/{file_id}",
    scope: "inference",
    operation: deleteGoogleFile,
    handle: removeFile,
  }),
];

function readFileId({ file_id: id = "" }: PathParameters): string {
  return id;
}
