/** Handlers of `/api/conversations`. Each owner sees only their own, also an admin. */
import type { z } from "zod";
import {
  CONVERSATION_LIMITS,
  type ConversationChanges,
  type ConversationList,
} from "#lib/contract/stored-conversation.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { getOwner } from "#lib/gateway/request/principal.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import type {
  ConversationContent,
  ConversationHead,
  ConversationKey,
  ConversationRecord,
  WriteRefusal,
} from "#lib/store/conversations/conversation-record.ts";
import { writeTags } from "#lib/store/tag-column.ts";
import { findSnippets } from "./find-snippets.ts";
import { listTexts, listWords } from "./list-words.ts";
import { type ChangesQuery, CURSOR, changeSchema, idSchema, type ListQuery, writeSchema } from "./schema.ts";
import { toEntry, toRemoved, toWhole } from "./views.ts";

/** Limit on a body in bytes: content with escapes, and what is around it. */
const LARGEST_BODY = 2 * CONVERSATION_LIMITS.contentBytes;
const SMALL_BODY = 16_384;
const DAY_MS = 24 * 3_600_000;

type Context<Query = unknown> = RequestContext<Services, Query>;

/** @throws GatewayError 403 when this gateway stores none */
export function requireOwner({ services, principal }: Pick<Context, "services" | "principal">): string {
  if (!services.settings.conversations.store) throw errors.conversationStoreOff();
  return getOwner(principal);
}

/** @throws GatewayError 400, or 403 when this gateway stores none */
function readKey(context: Context): ConversationKey {
  const keyId = requireOwner(context);
  return { keyId, id: validate(idSchema, context.params).conversation_id };
}

export async function list(context: Context<ListQuery>): Promise<EndpointResponse> {
  const keyId = requireOwner(context);
  const { kind, limit, cursor, q, folder, tag, trashed, snippets } = context.query;
  const { conversations } = context.services.store;
  const words = q === undefined ? undefined : listWords([q]);
  const [, updatedAt, id] = CURSOR.exec(cursor ?? "") ?? [];
  const found = await conversations.list({
    ...{ keyId, kind, folder, tag, words, isTrashed: trashed === "true", limit: limit + 1 },
    ...(updatedAt && id ? { after: { updatedAt: Number(updatedAt), id } } : {}),
  });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const snippetOf = words && snippets === "true" ? await findSnippets(page, words, conversations) : undefined;
  const reply: ConversationList = {
    object: "list",
    data: page.map((head) => ({
      ...toEntry(head),
      ...(snippetOf && { snippet: snippetOf.get(head.id) ?? null }),
    })),
    has_more: last !== undefined,
    next_cursor: last ? `${last.updatedAt}.${last.id}` : null,
  };
  return createJsonResponse(reply);
}

export async function listChanges(context: Context<ChangesQuery>): Promise<EndpointResponse> {
  const keyId = requireOwner(context);
  const { since, limit } = context.query;
  const { conversations } = context.services.store;
  const of = { keyId, since, limit: limit + 1 };
  const changed = await conversations.listChanges(of);
  // After the changes: one that is removed in between is in both.
  const removed = await conversations.listRemoved(of);
  const numbers = [...changed, ...removed].map(({ changeNumber }) => changeNumber).sort((one, other) => one - other);
  const last = numbers.slice(0, limit).at(-1) ?? since;
  const isInPage = ({ changeNumber }: { changeNumber: number }) => changeNumber <= last;
  const reply: ConversationChanges = {
    object: "list",
    data: changed.filter(isInPage).map(toEntry),
    removed: removed.filter(isInPage).map(toRemoved),
    has_more: numbers.length > limit,
    next_since: last,
  };
  return createJsonResponse(reply);
}

export async function read(context: Context): Promise<EndpointResponse> {
  return createJsonResponse(toWhole(await find(context, readKey(context))));
}

export async function write(context: Context): Promise<EndpointResponse> {
  const key = readKey(context);
  const { value } = await readJson(context.request, LARGEST_BODY);
  const { revision: base, ...fields } = validate(writeSchema, value);
  const written = await context.services.store.conversations.write(key, toContent(fields), base);
  if (written === "removed") throw errors.conversationRemoved({ id: key.id });
  return createJsonResponse(toEntry(await requireWritten(context, key, { written, base })), {}, base === 0 ? 201 : 200);
}

export async function change(context: Context): Promise<EndpointResponse> {
  const key = readKey(context);
  const { value } = await readJson(context.request, SMALL_BODY);
  const { revision: base, title, folder, tags } = validate(changeSchema, value);
  const changes = {
    ...(folder === undefined ? {} : { folder }),
    ...(tags === undefined ? {} : { tags: writeTags(tags) }),
    ...(title === undefined ? {} : { title, searchWords: await readWords(context, key, title) }),
  };
  const written = await context.services.store.conversations.change(key, changes, base);
  return createJsonResponse(toEntry(await requireWritten(context, key, { written, base })));
}

/** Moves a conversation to the trash; one in the trash is removed for good. */
export async function remove(context: Context): Promise<EndpointResponse> {
  const key = readKey(context);
  const { conversations } = context.services.store;
  const { trashDays } = context.services.settings.conversations;
  const trashed = await conversations.trash(key, trashDays * DAY_MS);
  if (trashed)
    return createJsonResponse({ id: key.id, object: "conversation", deleted: true, purge_at: trashed.purgeAt });
  if (!(await conversations.remove(key))) throw errors.conversationNotFound({ id: key.id });
  return createJsonResponse({ id: key.id, object: "conversation", deleted: true, purge_at: null });
}

export async function restore(context: Context): Promise<EndpointResponse> {
  const key = readKey(context);
  const restored = await context.services.store.conversations.restore(key);
  if (restored) return createJsonResponse(toEntry(restored));
  await find(context, key);
  throw errors.conversationNotInTrash({ id: key.id });
}

/** @throws GatewayError 404 */
async function find({ services }: Pick<Context, "services">, key: ConversationKey): Promise<ConversationRecord> {
  const record = await services.store.conversations.find(key);
  if (!record) throw errors.conversationNotFound({ id: key.id });
  return record;
}

async function readWords(context: Context, key: ConversationKey, title: string): Promise<string> {
  const { content } = toWhole(await find(context, key));
  return writeWords(title, content);
}

/** @throws GatewayError 404 or 409 for a write that was refused */
async function requireWritten(
  context: Context,
  key: ConversationKey,
  { written, base }: { written: ConversationHead | WriteRefusal; base: number },
): Promise<ConversationHead> {
  if (typeof written !== "string") return written;
  const { revision: current, deletedAt } = await find(context, key);
  // Only PATCH leaves the trash alone.
  if (current === base && deletedAt !== null) throw errors.conversationNotFound({ id: key.id });
  throw errors.conversationChanged({ current, base });
}

type Fields = Omit<z.output<typeof writeSchema>, "revision">;

/** @throws GatewayError 413 */
export function toContent({ kind, page, title, folder, tags, content }: Fields): ConversationContent {
  const json = JSON.stringify(content);
  const bytes = Buffer.byteLength(json);
  if (bytes > CONVERSATION_LIMITS.contentBytes) {
    throw errors.conversationTooLarge({ limit: CONVERSATION_LIMITS.contentBytes, bytes });
  }
  return { kind, page, title, folder, tags: writeTags(tags), content: json, searchWords: writeWords(title, content) };
}

function writeWords(title: string, content: Record<string, unknown>): string {
  return listWords([title, ...listTexts(content)]).join(" ");
}
