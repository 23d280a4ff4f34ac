/** Schemas of a file in each dialect, for the document (wire-formats §3.7, §4.8). */
import { z } from "zod";
import { emptyObject } from "#lib/openapi/operation-parts.ts";

export const openAiFile = z
  .looseObject({
    id: z.string(),
    object: z.literal("file"),
    bytes: z.int(),
    created_at: z.int().describe("Unix time in seconds."),
    expires_at: z.int().optional(),
    filename: z.string(),
    purpose: z.string(),
    status: z.string(),
  })
  .meta({ id: "OpenAiFile", description: "A file as OpenAI's clients read it." });

export const anthropicFile = z
  .looseObject({
    id: z.string(),
    type: z.literal("file"),
    filename: z.string(),
    mime_type: z.string(),
    size_bytes: z.int(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().optional(),
    downloadable: z.boolean(),
  })
  .meta({ id: "AnthropicFile", description: "A file as Anthropic's clients read it." });

export const googleFile = z
  .looseObject({
    name: z.string().describe("`files/<id>`"),
    displayName: z.string(),
    mimeType: z.string(),
    sizeBytes: z.string().regex(/^\d+$/),
    createTime: z.iso.datetime(),
    updateTime: z.iso.datetime(),
    expirationTime: z.iso.datetime().optional(),
    sha256Hash: z.string().describe("base64"),
    uri: z.string().describe("Value of `fileUri` in a `fileData` part."),
    state: z.string(),
    source: z.string(),
  })
  .meta({ id: "GoogleFile", description: "A file as Google's clients read it." });

const page = { has_more: z.boolean(), first_id: z.string().nullable(), last_id: z.string().nullable() };

const openAiFiles = z
  .looseObject({ object: z.literal("list"), data: z.array(openAiFile), ...page })
  .meta({ id: "OpenAiFileList" });

const anthropicFiles = z
  .looseObject({ data: z.array(anthropicFile), ...page, next_page: z.string().nullable() })
  .meta({ id: "AnthropicFileList" });

export const googleFiles = z
  .looseObject({ files: z.array(googleFile), nextPageToken: z.string().optional() })
  .meta({ id: "GoogleFileList", description: "The last page has no `nextPageToken`." });

export const anyFiles = z.union([openAiFiles, anthropicFiles, googleFiles]);
export const anyFile = z.union([openAiFile, anthropicFile, googleFile]);

const openAiDeleted = z
  .looseObject({ id: z.string(), object: z.literal("file"), deleted: z.literal(true) })
  .meta({ id: "OpenAiDeletedFile" });
const anthropicDeleted = z
  .looseObject({ id: z.string(), type: z.literal("file_deleted") })
  .meta({ id: "AnthropicDeletedFile" });

export const anyDeleted = z.union([openAiDeleted, anthropicDeleted, emptyObject]);

export const uploadReply = z.union([emptyObject, z.looseObject({ file: googleFile }).meta({ id: "UploadedFile" })]);
