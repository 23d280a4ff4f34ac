/** Queries and bodies of `/api/conversations`. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { CONVERSATION_KINDS, CONVERSATION_LIMITS } from "#lib/contract/stored-conversation.ts";
import { queryNumber } from "#lib/contract/wire-schema.ts";

/** Conversations of one import. */
const MOST_IMPORTED = 1_000;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
export const CURSOR = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/;
/** One line of text. PostgreSQL stores no NUL, and commas separate stored tags. */
const LINE = /^[^\p{Cc}]*$/u;
const LABEL = /^[^\p{Cc},]+$/u;

const limit = (most: number) => queryNumber(1, most).default(50).describe("Limit on the entries of a page.");
const kind = z.enum(CONVERSATION_KINDS);
const label = z.string().trim().max(CONVERSATION_LIMITS.folder).regex(LABEL, fieldRules.folderAndTag);

export const listQuery = z.strictObject({
  limit: limit(200),
  cursor: z
    .string()
    .regex(CURSOR, { error: fieldRules.nextCursor })
    .optional()
    .describe("The `next_cursor` of the page before."),
  kind: kind.default("conversation"),
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Beginnings of words in the title and the messages, all of which it contains."),
  folder: z.string().max(CONVERSATION_LIMITS.folder).optional().describe("Name of a folder; empty for those in none."),
  tag: label.optional(),
  trashed: z.enum(["true", "false"]).default("false").describe("True for those in the trash."),
  snippets: z
    .enum(["true", "false"])
    .default("false")
    .describe("True for the text around the first word that `q` finds in the messages of each."),
});
export type ListQuery = z.output<typeof listQuery>;

export const changesQuery = z.strictObject({
  since: queryNumber(0, Number.MAX_SAFE_INTEGER).default(0).describe("The `next_since` of the request before."),
  limit: limit(500),
});
export type ChangesQuery = z.output<typeof changesQuery>;

export const exportQuery = z.strictObject({ kind: kind.default("conversation") });
export type ExportQuery = z.output<typeof exportQuery>;

const revision = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const folder = z.union([z.literal(""), label]).describe("Name of its folder; empty for none.");
const tags = z
  .array(label)
  .max(CONVERSATION_LIMITS.tags)
  .refine((names) => new Set(names).size === names.length, { error: fieldRules.distinctNames });
const title = z.string().max(CONVERSATION_LIMITS.title).regex(LINE, fieldRules.singleLine);

const fields = {
  kind: kind.default("conversation"),
  page: z.string().regex(ID, fieldRules.conversationId).describe('Page of the playground, such as "chat".'),
  title,
  folder: folder.default(""),
  tags: tags.default([]),
  content: z.record(z.string(), z.unknown()).describe("JSON of the conversation, as the playground stores it."),
};

export const writeSchema = z
  .strictObject({
    revision: revision.describe(
      "Revision that this write is based on; 0 for a new conversation. An older one is a 409.",
    ),
    ...fields,
  })
  .meta({ id: "WriteConversationRequest", description: "A whole conversation." });

export const changeSchema = z
  .strictObject({
    revision: revision.min(1).describe("Revision that the change is based on; an older one is a 409."),
    title: title.optional(),
    folder: folder.optional(),
    tags: tags.optional(),
  })
  .refine((given) => [given.title, given.folder, given.tags].some((value) => value !== undefined), {
    error: fieldRules.atLeastOneOf(["title", "folder", "tags"]),
  })
  .meta({ id: "ChangeConversationRequest", description: "The fields to change." });

export const importSchema = z
  .looseObject({
    conversations: z
      .array(z.looseObject({ id: z.string().regex(ID, fieldRules.conversationId), ...fields }))
      .min(1)
      .max(MOST_IMPORTED),
  })
  .meta({ id: "ImportConversationsRequest", description: "A file of `GET /api/conversations/export`." });

/** Id in a path, where a wrong one is checked like a field. */
export const idSchema = z.object({ conversation_id: z.string().regex(ID, fieldRules.conversationId) });
