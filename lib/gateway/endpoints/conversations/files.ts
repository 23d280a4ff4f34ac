/** Export and import of all conversations of one owner. */
import type { ConversationImport } from "#lib/contract/stored-conversation.ts";
import { createJsonResponse, JSON_TYPE } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { validate } from "#lib/http/validate.ts";
import { createRandomName } from "#lib/media/create-random-name.ts";
import type { ConversationRecord } from "#lib/store/conversations/conversation-record.ts";
import { requireOwner, toContent } from "./handlers.ts";
import { type ExportQuery, importSchema } from "./schema.ts";
import { toEntry, toWhole } from "./views.ts";

/** Conversations that are read at once; each may have megabytes. */
const PAGE = 20;
/** Limit on a body in bytes. */
const LARGEST_FILE = 32 * 1024 * 1024;

export function exportAll(context: RequestContext<Services, ExportQuery>): EndpointResponse {
  const keyId = requireOwner(context);
  const { kind } = context.query;
  const { readPage } = context.services.store.conversations;

  async function* writeFile(): AsyncGenerator<string> {
    yield '{"object":"conversation_export","conversations":[';
    let separator = "\n";
    let after = "";
    for (;;) {
      const page: ConversationRecord[] = await readPage({ keyId, kind, after, limit: PAGE });
      for (const record of page) {
        yield separator + JSON.stringify(toWhole(record));
        separator = ",\n";
        after = record.id;
      }
      if (page.length < PAGE) break;
    }
    yield "\n]}\n";
  }

  return {
    status: 200,
    headers: { "content-type": JSON_TYPE, "content-disposition": 'attachment; filename="conversations.json"' },
    body: writeFile(),
  };
}

/** Stores each conversation of the file. One whose ID is taken becomes a copy, unless both have the same content. */
export async function importAll(context: RequestContext): Promise<EndpointResponse> {
  const keyId = requireOwner(context);
  const { conversations: store } = context.services.store;
  const { value } = await readJson(context.request, LARGEST_FILE);
  const { conversations } = validate(importSchema, value);
  const reply: ConversationImport = { object: "conversation_import", created: [], unchanged: [] };
  for (const { id, ...fields } of conversations) {
    const content = toContent(fields);
    const stored = await store.find({ keyId, id });
    if (stored?.deletedAt === null && stored.content === content.content) {
      reply.unchanged.push(id);
      continue;
    }
    const key = { keyId, id: stored ? createRandomName(24) : id };
    const created = await store.write(key, content, 0);
    if (typeof created !== "string") reply.created.push(toEntry(created));
  }
  return createJsonResponse(reply);
}
