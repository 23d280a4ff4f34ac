/** OpenAPI operations of `/api/conversations`. */
import { z } from "zod";
import {
  CONVERSATION_KINDS,
  type ConversationChanges,
  type ConversationImport,
  type ConversationList,
  type RemovedConversation,
  type StoredConversation,
  type WholeConversation,
} from "#lib/contract/stored-conversation.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { JSON_ERRORS, KEY_ERRORS, READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { changeSchema, changesQuery, exportQuery, importSchema, listQuery, writeSchema } from "./schema.ts";

const time = z.int().describe("Unix milliseconds.");

const fields = {
  object: z.literal("conversation"),
  id: z.string(),
  kind: z.enum(CONVERSATION_KINDS),
  page: z.string(),
  title: z.string(),
  folder: z.string(),
  tags: z.array(z.string()),
  revision: z.int().describe("Raised by each write; a write names the one that it is based on."),
  bytes: z.int().describe("Size of the content."),
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable().describe("Unix milliseconds at which it was moved to the trash; null outside of it."),
  purge_at: time.nullable().describe("Unix milliseconds from which it can no longer be restored."),
};

const entrySchema = z.looseObject(fields).meta({
  id: "StoredConversation",
  description: "A conversation without its content.",
}) satisfies z.ZodType<StoredConversation>;

const content = z.record(z.string(), z.unknown()).describe("JSON of the conversation, as the playground stores it.");

const wholeSchema = z
  .looseObject({ ...fields, content })
  .meta({ id: "WholeConversation", description: "A conversation." }) satisfies z.ZodType<WholeConversation>;

const foundSchema = z
  .looseObject({
    ...fields,
    snippet: z
      .string()
      .nullable()
      .optional()
      .describe("With `snippets=true`: text around the first word found; null when no message has one."),
  })
  .meta({ id: "FoundConversation", description: "A conversation without its content." });

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(foundSchema),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "StoredConversationList" }) satisfies z.ZodType<ConversationList>;

const removedSchema = z
  .looseObject({
    object: z.literal("conversation.removed"),
    id: z.string(),
    kind: z.enum(CONVERSATION_KINDS),
    page: z.string(),
    removed_at: time,
  })
  .meta({
    id: "RemovedConversation",
    description: "A conversation that was removed for good.",
  }) satisfies z.ZodType<RemovedConversation>;

const changesSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(entrySchema),
    removed: z.array(removedSchema).describe("Those that were removed for good, for a year and up to 10,000."),
    has_more: z.boolean(),
    next_since: z.int().describe("The `since` of the next request."),
  })
  .meta({ id: "StoredConversationChanges" }) satisfies z.ZodType<ConversationChanges>;

const importedSchema = z
  .looseObject({
    object: z.literal("conversation_import"),
    created: z.array(entrySchema),
    unchanged: z.array(z.string()).describe("IDs of those that are stored already, with the same content."),
  })
  .meta({ id: "ConversationImport" }) satisfies z.ZodType<ConversationImport>;

const exportSchema = z
  .looseObject({ object: z.literal("conversation_export"), conversations: z.array(wholeSchema) })
  .meta({ id: "ConversationExport" });

const deletedSchema = z
  .strictObject({
    id: z.string(),
    object: z.literal("conversation"),
    deleted: z.literal(true),
    purge_at: time.nullable().describe("Unix milliseconds until which it can be restored; null when it is gone."),
  })
  .meta({ id: "DeletedConversation" });

const ID = pathParameter("conversation_id", "ID of the conversation, chosen by the client.", "5f2c8e1ab0d94c7e");

const SAMPLE = {
  page: "chat",
  title: "Sights of Paris",
  folder: "Travel",
  tags: ["paris"],
  content: { transcript: { turns: { a: { id: "a", parent: null, role: "user", text: "Name two sights." } } } },
};

const OFF = "conversationStoreOff" as const;
const FIND_ERRORS = [...READ_ERRORS, OFF, "conversationNotFound"] as const;
const WRITE_ERRORS = [...FIND_ERRORS, ...JSON_ERRORS, "conversationChanged"] as const;
const QUOTA_ERRORS = ["quotaOfItemsExceeded", "quotaOfBytesExceeded", "conversationTooLarge"] as const;
const shared = { tag: TAGS.conversations, key: "bearer" } as const;
const entry = { 200: { description: "The conversation without its content.", content: json(entrySchema) } };

export const list: Operation = {
  ...shared,
  id: "listConversations",
  summary: "List or search conversations",
  description:
    "Your own conversations, those that changed last first. A person and the person's keys have them in common; nobody else sees them, and no admin. The gateway stores them where `conversations.store` is true.",
  parameters: describeQueryParameters(listQuery),
  replies: { 200: { description: "A page of conversations.", content: json(listSchema) } },
  errors: [...READ_ERRORS, OFF],
};

export const listChanges: Operation = {
  ...shared,
  id: "listConversationChanges",
  summary: "List changed conversations",
  description:
    "What has changed after `since`, in the order of the changes, with conversations in the trash and, in `removed`, those that are gone: for copies on other devices.",
  parameters: describeQueryParameters(changesQuery),
  replies: { 200: { description: "A page of changes.", content: json(changesSchema) } },
  errors: [...READ_ERRORS, OFF],
};

export const read: Operation = {
  ...shared,
  id: "readConversation",
  summary: "Read a conversation",
  description: "With its content, also from the trash.",
  parameters: [ID],
  replies: { 200: { description: "The conversation.", content: json(wholeSchema) } },
  errors: FIND_ERRORS,
};

export const write: Operation = {
  ...shared,
  id: "writeConversation",
  summary: "Create or replace a conversation",
  description:
    "`revision` is the one that the write is based on, 0 for a new conversation. When it was changed since, nothing is stored and the answer is a 409 that names the current revision, so that no change is lost. A conversation in the trash returns from it. One that was removed for good is a 410, unless `revision` is 0.",
  parameters: [ID],
  body: json(writeSchema, { replaced: example("The second revision", { revision: 1, ...SAMPLE }) }),
  replies: {
    200: entry[200],
    201: { description: "The new conversation without its content.", content: json(entrySchema) },
  },
  errors: [...WRITE_ERRORS, ...QUOTA_ERRORS, "conversationRemoved"],
};

export const change: Operation = {
  ...shared,
  id: "changeConversation",
  summary: "Rename, file or tag a conversation",
  description: "Changes the title, the folder or the tags; the content stays.",
  parameters: [ID],
  body: json(changeSchema, { folder: example("Move it to a folder", { revision: 1, folder: "Travel" }) }),
  replies: entry,
  errors: WRITE_ERRORS,
};

export const remove: Operation = {
  ...shared,
  id: "deleteConversation",
  summary: "Delete a conversation",
  description:
    "Moves it to the trash, from where it can be restored for `conversations.trashDays`. One that is in the trash is removed for good.",
  parameters: [ID],
  replies: { 200: { description: "It is deleted.", content: json(deletedSchema) } },
  errors: FIND_ERRORS,
};

export const restore: Operation = {
  ...shared,
  id: "restoreConversation",
  summary: "Restore a conversation",
  description: "Takes it from the trash.",
  parameters: [ID],
  replies: entry,
  errors: [...FIND_ERRORS, "conversationNotInTrash"],
};

export const exportAll: Operation = {
  ...shared,
  id: "exportConversations",
  summary: "Export all conversations",
  description: "One JSON file with the content of all that are not in the trash.",
  parameters: describeQueryParameters(exportQuery),
  replies: { 200: { description: "The file.", content: json(exportSchema) } },
  errors: [...READ_ERRORS, OFF],
};

export const importAll: Operation = {
  ...shared,
  id: "importConversations",
  summary: "Import conversations",
  description:
    "Stores each conversation of an exported file, up to 32 MB and 1,000 at once. Nothing is overwritten: one whose ID is taken becomes a copy, unless the stored one has the same content.",
  body: json(importSchema, {
    file: example("A file with one", { conversations: [{ id: "5f2c8e1ab0d94c7e", ...SAMPLE }] }),
  }),
  replies: { 200: { description: "What was stored.", content: json(importedSchema) } },
  errors: [...KEY_ERRORS, ...JSON_ERRORS, ...QUOTA_ERRORS, OFF],
};
