/** The routes of uploaded files: one store, three conventions (wire-formats §0.1, §3.7, §4.1, §4.8). */
import { toFileId } from "#lib/media/file-id.ts";
import { readFileContent } from "./files-content.ts";
import { filesHandler, jsonResponse, openFilesHandler } from "./files-context.ts";
import { createFile } from "./files-create.ts";
import { uploadGoogleFile } from "./files-google-upload.ts";
import { listFiles } from "./files-list.ts";
import { toAnthropicFile, toGoogleFile, toOpenAiFile } from "./files-shapes.ts";
import * as operations from "./operations/files.ts";
import type { ApiVersion } from "./operations/generate-content.ts";
import { deleteGoogleFile, listGoogleFiles, readGoogleFile, uploadFile } from "./operations/google-files.ts";
import type { PathParameters, RouteEntry } from "./route.ts";
import { readOutput } from "./videos/video-content.ts";

const readFile = filesHandler(async ({ exchange, runtime, owner, shape, parameters }) => {
  const file = await runtime.files.find(idOf(parameters), owner);
  if (shape === "google") return jsonResponse(toGoogleFile(file, exchange));
  return jsonResponse(shape === "anthropic" ? toAnthropicFile(file) : toOpenAiFile(file));
});

const removeFile = filesHandler(async ({ runtime, owner, shape, parameters }) => {
  const file = await runtime.files.remove(idOf(parameters), owner);
  if (shape === "google") return jsonResponse({});
  const fileId = toFileId(file.id);
  if (shape === "anthropic") return jsonResponse({ id: fileId, type: "file_deleted" });
  return jsonResponse({ id: fileId, object: "file", deleted: true });
});

/** Uploaded files, and the videos that models made. */
const content = filesHandler(
  async (context) =>
    (await readOutput(context, idOf(context.parameters))) ?? readFileContent(context, idOf(context.parameters)),
);

const upload = openFilesHandler(uploadGoogleFile);

function uploadRoute(version: ApiVersion): RouteEntry {
  return {
    path: `/upload/${version}/files`,
    methods: {
      POST: { handler: upload, operation: uploadFile(version, "POST") },
      PUT: { handler: upload, operation: uploadFile(version, "PUT") },
    },
  };
}

/** The colon may be percent-encoded. */
function downloadRoute(version: ApiVersion): RouteEntry {
  const pattern = new RegExp(`^/${version}/files/(?<file_id>[^/]+)(?::|%3A)download$`, "i");
  return {
    path: `/${version}/files/{file_id}:download`,
    match: (path) => pattern.exec(path)?.groups,
    methods: {
      GET: { handler: content, operation: operations.readFileContent(`downloadFile${version === "v1" ? "V1" : ""}`) },
    },
  };
}

export const filesRoutes: readonly RouteEntry[] = [
  {
    path: "/v1/files",
    methods: {
      GET: { handler: filesHandler(listFiles), operation: operations.listFiles },
      POST: { handler: filesHandler(createFile), operation: operations.createFile },
    },
  },
  {
    path: "/v1beta/files",
    methods: { GET: { handler: filesHandler(listFiles), operation: listGoogleFiles } },
  },
  uploadRoute("v1beta"),
  uploadRoute("v1"),
  downloadRoute("v1beta"),
  downloadRoute("v1"),
  {
    path: "/v1/files/{file_id}/content",
    methods: { GET: { handler: content, operation: operations.readFileContent("readFileContent") } },
  },
  {
    path: "/v1/files/{file_id}",
    methods: {
      GET: { handler: readFile, operation: operations.readFile },
      DELETE: { handler: removeFile, operation: operations.deleteFile },
    },
  },
  {
    path: "/v1beta/files/{file_id}",
    methods: {
      GET: { handler: readFile, operation: readGoogleFile },
      DELETE: { handler: removeFile, operation: deleteGoogleFile },
    },
  },
];

function idOf({ file_id: id = "" }: PathParameters): string {
  return id;
}
