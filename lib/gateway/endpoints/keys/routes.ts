/** `/api/keys`: the keys of this gateway, for keys with the scope "admin". */
import type { ApiKey, ApiKeyList, CreatedApiKey } from "#lib/contract/api-key.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import type { KeyRecord } from "#lib/store/store.ts";
import * as operations from "./openapi.ts";
import { createKeySchema, readExpiry } from "./schema.ts";

const LARGEST_BODY = 16_384;

/** Lists keys, newest first. */
async function listKeys({ services }: RequestContext): Promise<EndpointResponse> {
  const records = await services.store.keys.list();
  const list: ApiKeyList = { object: "list", data: records.reverse().map(toApiKey) };
  return createJsonResponse(list);
}

async function createKey({ request, services }: RequestContext): Promise<EndpointResponse> {
  const { value } = await readJson(request, LARGEST_BODY);
  const wanted = validate(createKeySchema, value);
  const { record, secret } = await services.store.keys.create({
    name: wanted.name,
    scopes: [...new Set(wanted.scopes)],
    expiresAt: readExpiry(wanted, Date.now()),
  });
  const created: CreatedApiKey = { ...toApiKey(record), secret };
  return createJsonResponse(created, {}, 201);
}

/** Revokes a key; one that is already revoked does not change. */
async function revokeKey({ services, params: { key_id: id = "" } }: RequestContext): Promise<EndpointResponse> {
  // Not by the prefix of its secret, which the command accepts: a program should name exactly one key.
  const known = await services.store.keys.findById(id);
  const revoked = known && (await services.store.keys.revoke(known.id));
  if (!revoked) {
    throw errors.keyNotFound({ id });
  }
  services.keyRing.forgetKey(revoked.id);
  return createJsonResponse(toApiKey(revoked));
}

const shared = { scope: "admin" } as const;

export const keyEndpoints: readonly Endpoint[] = [
  defineEndpoint({ method: "GET", path: "/api/keys", ...shared, operation: operations.listKeys, handle: listKeys }),
  defineEndpoint({ method: "POST", path: "/api/keys", ...shared, operation: operations.createKey, handle: createKey }),
  defineEndpoint({
    method: "DELETE",
    path: "/api/keys/{key_id}",
    ...shared,
    operation: operations.revokeKey,
    handle: revokeKey,
  }),
];

function toApiKey({ id, name, prefix, scopes, createdAt, expiresAt, lastUsedAt, revokedAt }: KeyRecord): ApiKey {
  return {
    id,
    name,
    prefix,
    scopes,
    created_at: createdAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
    revoked_at: revokedAt,
  };
}
