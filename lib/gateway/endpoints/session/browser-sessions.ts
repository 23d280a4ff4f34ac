/** `/api/sessions`: browsers that are signed in; one's own, and those of all for admins. */
import type { z } from "zod";
import type { BrowserSession, BrowserSessionList } from "#lib/contract/person.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { ADMIN } from "#lib/gateway/request/key-ring.ts";
import { isPersonId } from "#lib/gateway/request/people.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { readSessionCookie } from "#lib/gateway/request/session-cookie.ts";
import { errors } from "#lib/http/errors.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { SessionRecord } from "#lib/store/store.ts";
import { listSessions as listOperation, revokeSession as revokeOperation } from "./openapi.ts";
import { sessionsQuery as schema, type sessionsQuery } from "./schema.ts";

type Query = z.output<typeof sessionsQuery>;

const ID_MARK = "session_";
/** Characters of the hash in an id: enough that no two sessions share them, and of no use as a credential. */
const ID_LENGTH = 32;

async function listSessions({
  request,
  services,
  principal,
  query,
}: RequestContext<Services, Query>): Promise<EndpointResponse> {
  const { all, owner, limit, cursor } = query;
  const isAdmin = principal.scopes.includes("admin");
  const isOthers = all === "true" || (owner !== undefined && owner !== principal.keyId);
  if (isOthers && !isAdmin) throw errors.otherSessionsNeedAdmin();
  const keyId = owner ?? (all === "true" ? undefined : principal.keyId);
  const [, createdAt, hash] = /^(\d+)\.([0-9a-f]+)$/.exec(cursor ?? "") ?? [];
  const found = await services.store.sessions.list({
    ...{ keyId, limit: limit + 1 },
    ...(createdAt && hash ? { after: { createdAt: Number(createdAt), hash } } : {}),
  });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const names = await findNames(page, services);
  const token = readSessionCookie(request.headers);
  const current = token === undefined ? undefined : hashSecret(token);
  const list: BrowserSessionList = {
    object: "list",
    data: page.map((session) => describe(session, { names, current })),
    has_more: last !== undefined,
    next_cursor: last ? `${last.createdAt}.${last.hash.slice(0, ID_LENGTH)}` : null,
  };
  return createJsonResponse(list);
}

async function revokeSession(context: RequestContext): Promise<EndpointResponse> {
  const { services, principal, params } = context;
  const id = params.session_id ?? "";
  const prefix = id.slice(ID_MARK.length);
  const isId = id.startsWith(ID_MARK) && /^[0-9a-f]{32}$/.test(prefix);
  const session = isId ? await services.store.sessions.findByPrefix(prefix) : undefined;
  if (!session || (session.keyId !== principal.keyId && !principal.scopes.includes("admin"))) {
    throw errors.sessionNotFound({ id });
  }
  await services.store.sessions.remove(session.hash);
  services.keyRing.forgetPeople();
  const names = await findNames([session], services);
  const target = { id, name: names.get(session.keyId) ?? session.keyId };
  await services.audit.record(context, { action: "session.revoke", target });
  return createJsonResponse({ id, object: "session", deleted: true });
}

function describe(
  { hash, keyId, createdAt, lastSeenAt, expiresAt, address, userAgent }: SessionRecord,
  { names, current }: { names: Map<string, string>; current: string | undefined },
): BrowserSession {
  return {
    object: "session",
    id: ID_MARK + hash.slice(0, ID_LENGTH),
    current: hash === current,
    owner: { id: keyId, name: names.get(keyId) ?? keyId },
    created_at: createdAt,
    last_seen_at: lastSeenAt,
    expires_at: expiresAt,
    address,
    user_agent: userAgent,
  };
}

async function findNames(sessions: readonly SessionRecord[], { store }: Services): Promise<Map<string, string>> {
  const ids = [...new Set(sessions.map(({ keyId }) => keyId))];
  const names = await Promise.all(
    ids.map(async (id) => {
      if (id === ADMIN.keyId) return ADMIN.name;
      return (isPersonId(id) ? await store.people.find(id) : await store.keys.findById(id))?.name ?? id;
    }),
  );
  return new Map(ids.map((id, index) => [id, names[index] as string]));
}

export const browserSessionEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/sessions",
    scope: "view",
    query: schema,
    operation: listOperation,
    handle: listSessions,
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/api/sessions/{session_id}",
    scope: "view",
    operation: revokeOperation,
    handle: revokeSession,
  }),
];
