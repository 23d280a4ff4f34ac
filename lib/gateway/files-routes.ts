/** The routes of uploaded files: one store, three conventions (wire-formats §0.1, §3.7, §4.1, §4.8). */
import { toFileId } from "#lib/media/file-id.ts";
import { readFileContent } from "./files-content.ts";
import { filesHandler, jsonResponse, openFilesHandler } from "./files-context.ts";
import { createFile } from "./files-create.ts";
import { uploadGoogleFile } from "./files-google-upload.ts";
import { listFiles } from "./files-list.ts";
import { toAnthropicFile, toGoogleFile, toOpenAiFile } from "./files-shapes.ts";
import type { Handler, Route } from "./route.ts";

const upload = openFilesHandler(uploadGoogleFile);

const FIXED: Readonly<Record<string, Route>> = {
  "/v1/files": { methods: { GET: filesHandler(listFiles), POST: filesHandler(createFile) } },
  "/v1beta/files": { methods: { GET: filesHandler(listFiles) } },
  "/upload/v1/files": { methods: { POST: upload, PUT: upload } },
  "/upload/v1beta/files": { methods: { POST: upload, PUT: upload } },
};

const ONE_FILE = /^\/(?:v1|v1beta)\/files\/([^/]+)$/;
const CONTENT = /^\/(?:v1\/files\/([^/]+)\/content|(?:v1|v1beta)\/files\/([^/]+)(?::|%3A)download)$/i;

/** Undefined for a path that is none of them. */
export function findFilesRoute(path: string): Route | undefined {
  if (Object.hasOwn(FIXED, path)) return FIXED[path];
  const content = CONTENT.exec(path);
  if (content) {
    const id = content[1] ?? content[2] ?? "";
    return { methods: { GET: filesHandler((context) => readFileContent(context, id)) } };
  }
  const id = ONE_FILE.exec(path)?.[1];
  return id === undefined ? undefined : { methods: { GET: readFile(id), DELETE: removeFile(id) } };
}

function readFile(id: string): Handler {
  return filesHandler(async ({ exchange, runtime, owner, shape }) => {
    const file = await runtime.files.find(id, owner);
    if (shape === "google") return jsonResponse(toGoogleFile(file, exchange));
    return jsonResponse(shape === "anthropic" ? toAnthropicFile(file) : toOpenAiFile(file));
  });
}

function removeFile(id: string): Handler {
  return filesHandler(async ({ runtime, owner, shape }) => {
    const file = await runtime.files.remove(id, owner);
    if (shape === "google") return jsonResponse({});
    const fileId = toFileId(file.id);
    if (shape === "anthropic") return jsonResponse({ id: fileId, type: "file_deleted" });
    return jsonResponse({ id: fileId, object: "file", deleted: true });
  });
}
