/** OpenAPI operations of `/api/storage`. */
import { z } from "zod";
import { CLEARABLE_KINDS, STORAGE_KINDS, type StorageCut, type StorageReport } from "#lib/contract/storage.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { clearQuery } from "./schema.ts";

const amount = {
  items: z.int(),
  bytes: z.int().nullable().describe("Null when it is not counted."),
  oldest_at: z.int().nullable().describe("Creation of the oldest item, in Unix milliseconds."),
};

const reportSchema = z
  .looseObject({
    object: z.literal("storage"),
    measured_at: z.int().describe("Time of the measurement, which is repeated after a minute."),
    database: z.looseObject({
      engine: z.enum(["sqlite", "postgres"]),
      path: z.string().nullable().describe("File of the database; null for Postgres."),
      bytes: z.int(),
    }),
    blobs: z
      .looseObject({
        store: z.enum(["folder", "s3"]),
        place: z.string().describe("Folder or bucket."),
        endpoint: z.string().nullable(),
      })
      .describe("Place of uploaded files, images and videos."),
    kinds: z.array(
      z.looseObject({
        kind: z.enum(STORAGE_KINDS),
        ...amount,
        estimated: z.boolean().describe("True for bytes that are computed from the size of the database."),
        keep_seconds: z.number().nullable().describe("Lifetime; null for data that stay until they are deleted."),
        ended_key_seconds: z
          .number()
          .nullable()
          .describe(
            "Time after which data are removed whose key was revoked or has expired; null where that changes nothing. Data of people and prompts for others stay.",
          ),
        setting: z.string().nullable().describe("Setting for the lifetime; null when it is fixed."),
        clearable: z.boolean().describe("True when DELETE can remove it before its time."),
        clearing: z.boolean().describe("True while old data are being removed."),
        keys: z
          .array(z.looseObject({ key_id: z.string(), name: z.string().nullable(), items: z.int(), bytes: z.int() }))
          .describe("Keys with the most bytes."),
      }),
    ),
  })
  .meta({ id: "StorageReport" }) satisfies z.ZodType<StorageReport>;

const cutSchema = z
  .looseObject({
    kind: z.enum(CLEARABLE_KINDS),
    before: z.int().describe("Items that were created before this time are meant, in Unix milliseconds."),
    ...amount,
    clearing: z.boolean().describe("True when a removal goes on after the reply."),
  })
  .meta({ id: "StorageCut" }) satisfies z.ZodType<StorageCut>;

const ADMIN_ONLY = 'Needs a key with the scope "admin", or a browser that signed in with one.';
const PARAMETERS = [
  pathParameter("kind", `One of ${CLEARABLE_KINDS.join(", ")}.`, "requests"),
  ...describeQueryParameters(clearQuery),
];

export const readStorage: Operation = {
  id: "readStorage",
  tag: TAGS.storage,
  summary: "What is stored",
  description: `Kinds of stored data with their sizes, lifetimes and the keys that store most, and their place. ${ADMIN_ONLY}`,
  key: "bearer",
  replies: { 200: { description: "What is stored.", content: json(reportSchema) } },
  errors: KEY_ERRORS,
};

export const previewClear: Operation = {
  id: "previewClearStorage",
  tag: TAGS.storage,
  summary: "Preview a removal",
  description: `What DELETE with the same parameters would remove. ${ADMIN_ONLY}`,
  key: "bearer",
  parameters: PARAMETERS,
  replies: { 200: { description: "Data of this kind and age.", content: json(cutSchema) } },
  errors: [...READ_ERRORS, "storageKindNotFound"],
};

export const clearStorage: Operation = {
  ...previewClear,
  id: "clearStorage",
  summary: "Remove old data",
  description: `Removes data of this kind and age of all keys, which cannot be undone. Answers within seconds; a long removal goes on, and \`clearing\` is true. ${ADMIN_ONLY}`,
  replies: { 200: { description: "Data that are removed.", content: json(cutSchema) } },
};
