/** OpenAPI operations of files in Google's dialect. */

import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import type { ApiVersion } from "#lib/gateway/request/google-paths.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { FORM_ERRORS, KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation, Parameter } from "#lib/openapi/operation.ts";
import { emptyObject, example, fileBytes, json, TAGS } from "#lib/openapi/operation-parts.ts";
import { metadataSchema } from "./google-upload.ts";
import { googleQuery } from "./list-files.ts";
import { fileId, UPLOAD_ERRORS } from "./openapi.ts";
import { googleFile, googleFiles, uploadReply } from "./openapi-schemas.ts";

/** Errors of the upload protocol and the file's metadata. */
const GOOGLE_UPLOAD_ERRORS: readonly ErrorName[] = [
  "uploadProtocolInvalid",
  "uploadCommandInvalid",
  "uploadHeaderMissing",
  "uploadHeaderNotNumber",
  "fileMetadataNotJson",
  "fileNameNotAllowed",
  "relatedTooManyParts",
  "relatedTooFewParts",
  "uploadNotFound",
  "uploadOfAnotherKey",
  "uploadOffsetWrong",
  "uploadShort",
  "uploadInUse",
  "uploadTakenOver",
];

export const listGoogleFiles: Operation = {
  id: "listFilesV1beta",
  tag: TAGS.files,
  summary: "List the files",
  description: "The files of this key, newest first, page by page.",
  key: "providerApiKey",
  parameters: describeQueryParameters(googleQuery),
  replies: { 200: { description: "A page of files.", content: json(googleFiles) } },
  errors: [...READ_ERRORS, "fileCursorNotFound"],
};

export const readGoogleFile: Operation = {
  id: "readFileV1beta",
  tag: TAGS.files,
  summary: "Read a file's metadata",
  description: "Name, size and type of a file.",
  key: "providerApiKey",
  parameters: [fileId],
  replies: { 200: { description: "The file.", content: json(googleFile) } },
  errors: [...READ_ERRORS, "fileNotFound"],
};

export const deleteGoogleFile: Operation = {
  id: "deleteFileV1beta",
  tag: TAGS.files,
  summary: "Delete a file",
  description: "Deletes a file and its bytes.",
  key: "providerApiKey",
  parameters: [fileId],
  replies: { 200: { description: "It is deleted.", content: json(emptyObject) } },
  errors: [...READ_ERRORS, "fileNotFound"],
};

function header(name: string, description: string, schema: z.ZodType = z.string()): Parameter {
  return { name, in: "header", description, schema };
}

const uploadParameters: readonly Parameter[] = [
  {
    name: "upload_id",
    in: "query",
    description: "Upload to continue, as in `x-goog-upload-url`.",
    schema: z.string(),
  },
  header(
    "x-goog-upload-protocol",
    "Kind of upload; derived from the content type when absent.",
    z.enum(["resumable", "multipart", "raw"]),
  ),
  header(
    "x-goog-upload-command",
    "`start` begins a resumable upload; at its address: `upload`, `upload, finalize`, `finalize`, `query` or `cancel`.",
  ),
  header("x-goog-upload-offset", "Position of this piece in the file, in bytes.", z.coerce.number().int().min(0)),
  header("x-goog-upload-header-content-type", "The file's media type."),
  header("x-goog-upload-header-content-length", "The file's size, when it is known.", z.coerce.number().int().min(0)),
  header("x-goog-upload-file-name", "The file's name."),
];

export const uploadFile = (version: ApiVersion, method: "POST" | "PUT"): Operation => ({
  id: `uploadFile${version === "v1" ? "V1" : ""}${method === "PUT" ? "ByPut" : ""}`,
  tag: TAGS.files,
  summary: "Upload a file, at once or in pieces",
  description: `Three kinds, chosen by \`x-goog-upload-protocol\`. **resumable**: the first request has the command \`start\` and describes the file; send the bytes to the \`x-goog-upload-url\` of its response, in as many pieces as you like, and end with \`upload, finalize\`. **multipart**: the description and the bytes as \`multipart/related\`. **raw**: the bytes only. POST and PUT are the same.`,
  key: "providerApiKey",
  parameters: uploadParameters,
  bodyIsOptional: true,
  body: {
    "application/json": {
      schema: metadataSchema,
      examples: {
        start: {
          ...example("The beginning of a resumable upload", { file: { displayName: "Hello" } }),
          "x-headers": { "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" },
        },
      },
    },
    "text/plain": {
      schema: fileBytes,
      examples: {
        raw: { ...example("A text, at once", "Hello"), "x-headers": { "x-goog-upload-protocol": "raw" } },
      },
    },
    "multipart/related": {
      schema: z.looseObject({ metadata: metadataSchema, file: fileBytes }).describe("The description, then the bytes."),
    },
    "*/*": { schema: fileBytes },
  },
  replies: {
    200: {
      description: "The file, once it is complete.",
      headers: ["x-goog-upload-status", "x-goog-upload-url", "x-goog-upload-size-received"],
      content: json(uploadReply),
    },
  },
  errors: [...KEY_ERRORS, ...FORM_ERRORS, ...UPLOAD_ERRORS, ...GOOGLE_UPLOAD_ERRORS],
});
