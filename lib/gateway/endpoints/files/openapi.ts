/** OpenAPI operations of `/v1/files`, whose clients are OpenAI's and Anthropic's. */

import { z } from "zod";
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { byteParameters, byteReplies } from "#lib/openapi/byte-parts.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { FORM_ERRORS, KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation, Parameter } from "#lib/openapi/operation.ts";
import { example, fileBytes, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { file } from "#lib/openapi/reply-examples.ts";
import { openAiFields } from "./create-file.ts";
import { anthropicQuery, openAiQuery } from "./list-files.ts";
import { anthropicFile, anyDeleted, anyFile, anyFiles, openAiFile } from "./openapi-schemas.ts";

const BY_HEADER =
  "The response has Anthropic's format for a request with the header `anthropic-version` or `provider-version`, Google's for one with a Google header or `key` in the query, and OpenAI's otherwise.";

const version: Parameter = {
  name: "provider-version",
  in: "header",
  description: "A date such as 2023-06-01 selects Anthropic's format. `anthropic-version` does the same.",
  schema: z.string(),
};
export const fileId = pathParameter("file_id", "The file's id, in the form of any API.", "file-0123");

const FILE_ERRORS: readonly ErrorName[] = [...READ_ERRORS, "fileNotFound"];

/** Errors of receiving a file's bytes. */
export const UPLOAD_ERRORS: readonly ErrorName[] = [
  "fileEmpty",
  "fileTooLarge",
  "uploadIncomplete",
  "compressedBody",
  "quotaOfItemsExceeded",
  "quotaOfBytesExceeded",
];

export const createFile: Operation = {
  id: "createFile",
  tag: TAGS.files,
  summary: "Upload a file",
  description: `Stores a file for the key that uploads it. Requests of every API can name it. ${BY_HEADER}`,
  key: "bearer",
  parameters: [version],
  body: {
    "multipart/form-data": {
      schema: openAiFields
        .partial({ purpose: true })
        .extend({ file: fileBytes })
        .meta({ id: "FileForm", description: "OpenAI's API requires `purpose`; Anthropic's has `file` only." }),
      examples: { text: example("A text", { purpose: "user_data", file: "Hello" }) },
    },
  },
  replies: {
    200: {
      description: "The file.",
      content: json(z.union([openAiFile, anthropicFile]), { text: example("A text", file) }),
    },
  },
  errors: [...KEY_ERRORS, ...FORM_ERRORS, ...UPLOAD_ERRORS, "formWithoutFile", "expiresAfterIncomplete"],
};

export const listFiles: Operation = {
  id: "listFiles",
  tag: TAGS.files,
  summary: "List the files",
  description: `The files of this key, newest first, page by page; \`limit\` is at most 1000 in Anthropic's format, where it defaults to 20. ${BY_HEADER}`,
  key: "bearer",
  parameters: [
    version,
    ...describeQueryParameters(openAiQuery.extend(anthropicQuery.omit({ limit: true }).shape)),
    {
      name: "ids",
      in: "query",
      description: "Anthropic's API: only these files; also written `ids[]`.",
      schema: z.array(z.string()),
    },
  ],
  replies: { 200: { description: "A page of files.", content: json(anyFiles) } },
  errors: [...READ_ERRORS, "fileCursorNotFound"],
};

export const readFile: Operation = {
  id: "readFile",
  tag: TAGS.files,
  summary: "Read a file's metadata",
  description: `Name, size and type of a file. ${BY_HEADER}`,
  key: "bearer",
  parameters: [fileId, version],
  replies: { 200: { description: "The file.", content: json(anyFile) } },
  errors: FILE_ERRORS,
};

export const deleteFile: Operation = {
  id: "deleteFile",
  tag: TAGS.files,
  summary: "Delete a file",
  description: `Deletes a file and its bytes. ${BY_HEADER}`,
  key: "bearer",
  parameters: [fileId, version],
  replies: { 200: { description: "It is deleted.", content: json(anyDeleted) } },
  errors: FILE_ERRORS,
};

/** @param id id of the operation, since several paths serve bytes */
export function readFileContent(id: string): Operation {
  return {
    id,
    tag: TAGS.files,
    summary: "Download a file",
    description: "The bytes, with the media type of the file.",
    key: "bearer",
    parameters: [fileId, ...byteParameters],
    replies: byteReplies({ "*/*": { schema: fileBytes } }),
    errors: FILE_ERRORS,
  };
}
