/** `/api/keys`: the keys of this gateway, for keys with the scope "admin"; people manage their own keys. */
import type { ApiKey, ApiKeyList, CreatedApiKey } from "#lib/contract/api-key.ts";
import type { KeyPolicy } from "#lib/contract/key-policy.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { listChanges } from "#lib/gateway/request/audit.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import type { KeyRecord } from "#lib/store/store.ts";
import * as operations from "./openapi.ts";
import { findKeyOwner, findManagedKey, requireOwnFields, requireRoomForKey } from "./personal-keys.ts";
import { createKeySchema, readExpiry, rotateKeySchema, updateKeySchema } from "./schema.ts";

const LARGEST_BODY = 16_384;

/** Lists keys, newest first. */
async function listKeys({ services, principal }: RequestContext): Promise<EndpointResponse> {
  const owner = findKeyOwner(principal);
  const { keys } = services.store;
  const records = await (owner === undefined ? keys.list() : keys.listOfPerson(owner));
  const data = await Promise.all(records.reverse().map((record) => toApiKey(record, services)));
  const { groups: all, defaults } = services.settings.keys;
  const groups = owner === undefined ? all : pickGroup(all, principal.group);
  const list: ApiKeyList = { object: "list", data, groups, defaults };
  return createJsonResponse(list);
}

async function createKey(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, principal } = context;
  const owner = findKeyOwner(principal);
  const { value } = await readJson(request, LARGEST_BODY);
  const wanted = validate(createKeySchema, value);
  if (owner !== undefined) requireOwnFields(value as object, services.settings.keys.defaults);
  const { name, scopes, tags = [] } = wanted;
  const personId = owner ?? (wanted.personal ? principal.person?.id : undefined) ?? null;
  if (personId !== null) await requireRoomForKey(personId, context);
  const group = personId === null ? (wanted.group ?? null) : (principal.group ?? null);
  const { record, secret } = await services.store.keys.create({
    name,
    scopes: [...new Set(scopes)],
    expiresAt: readExpiry(wanted, services.store.now()),
    ...{ group, personId },
    tags: [...new Set(tags)],
    policy: applyPolicy(services.settings.keys.defaults, wanted),
  });
  await services.audit.record(context, {
    ...{ action: "key.create", target: record },
    changes: listChanges(undefined, toAudited(record)),
  });
  const created: CreatedApiKey = { ...(await toApiKey(record, services)), secret };
  return createJsonResponse(created, {}, 201);
}

/** Changes the fields that the request has. */
async function updateKey(context: RequestContext): Promise<EndpointResponse> {
  const {
    request,
    services,
    params: { key_id: id = "" },
  } = context;
  const { value } = await readJson(request, LARGEST_BODY);
  const wanted = validate(updateKeySchema, value);
  const known = await findManagedKey(id, context);
  if (findKeyOwner(context.principal) !== undefined) requireOwnFields(value as object, known.policy);
  if (known.personId !== null && wanted.group !== undefined) throw errors.personalKeyField({ param: "group" });
  const { name, expires_at: expiry, disabled, group, tags } = wanted;
  const record = await services.store.keys.update(id, {
    ...(name === undefined ? {} : { name }),
    ...(expiry === undefined
      ? {}
      : { expiresAt: expiry === null ? null : readExpiry({ expires_at: expiry }, services.store.now()) }),
    ...(disabled === undefined ? {} : { disabledAt: disabled ? (known.disabledAt ?? services.store.now()) : null }),
    ...(group === undefined ? {} : { group }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
    policy: applyPolicy(known.policy, wanted),
  });
  services.keyRing.forgetKey(id, { isRevoked: false });
  const changes = listChanges(toAudited(known), toAudited(record ?? known));
  await services.audit.record(context, { action: "key.update", target: record ?? known, changes });
  return createJsonResponse(await toApiKey(record ?? known, services));
}

/** Gives a key a new secret. */
async function rotateKey(context: RequestContext): Promise<EndpointResponse> {
  const {
    request,
    services,
    params: { key_id: id = "" },
  } = context;
  const { value } = await readJson(request, LARGEST_BODY);
  const { overlap_seconds: overlap } = validate(rotateKeySchema, value);
  await findManagedKey(id, context);
  const rotated = await services.store.keys.rotate(id, overlap * 1_000);
  if (!rotated) throw errors.keyNotFound({ id });
  services.keyRing.forgetKey(id, { isRevoked: false });
  const changes = [{ field: "overlap_seconds", from: null, to: overlap }];
  await services.audit.record(context, { action: "key.rotate", target: rotated.record, changes });
  const created: CreatedApiKey = { ...(await toApiKey(rotated.record, services)), secret: rotated.secret };
  return createJsonResponse(created);
}

/** Revokes a key; one that is already revoked does not change. */
async function revokeKey(context: RequestContext): Promise<EndpointResponse> {
  const {
    services,
    params: { key_id: id = "" },
  } = context;
  // Not by the prefix of its secret, which the command accepts: a program should name exactly one key.
  const owner = findKeyOwner(context.principal);
  const found = await services.store.keys.findById(id);
  const known = owner === undefined || found?.personId === owner ? found : undefined;
  const revoked = known && (await services.store.keys.revoke(known.id));
  if (!revoked) {
    throw errors.keyNotFound({ id });
  }
  services.keyRing.forgetKey(revoked.id);
  if (known.revokedAt === null) await services.audit.record(context, { action: "key.revoke", target: revoked });
  return createJsonResponse(await toApiKey(revoked, services));
}

/** `findKeyOwner` narrows it: admins manage all keys, people their own. */
const shared = { scope: "view" } as const;

export const keyEndpoints: readonly Endpoint[] = [
  defineEndpoint({ method: "GET", path: "/api/keys", ...shared, operation: operations.listKeys, handle: listKeys }),
  defineEndpoint({ method: "POST", path: "/api/keys", ...shared, operation: operations.createKey, handle: createKey }),
  defineEndpoint({
    method: "PATCH",
    path: "/api/keys/{key_id}",
    ...shared,
    operation: operations.updateKey,
    handle: updateKey,
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/keys/{key_id}/rotate",
    ...shared,
    operation: operations.rotateKey,
    handle: rotateKey,
  }),
  defineEndpoint({
    method: "DELETE",
    path: "/api/keys/{key_id}",
    ...shared,
    operation: operations.revokeKey,
    handle: revokeKey,
  }),
];

function pickGroup(groups: ApiKeyList["groups"], name: string | undefined): ApiKeyList["groups"] {
  return name !== undefined && Object.hasOwn(groups, name) ? { [name]: groups[name] as KeyPolicy } : {};
}

/** Returns the policy with the given fields in place of its own. */
function applyPolicy(policy: KeyPolicy, { limits, budget, ...others }: Partial<KeyPolicy>): KeyPolicy {
  const { models = policy.models, routes = policy.routes } = others;
  const { on_loss = policy.on_loss, timeout_ms = policy.timeout_ms, flat_output = policy.flat_output } = others;
  const { log_bodies = policy.log_bodies, cache_seconds = policy.cache_seconds } = others;
  return {
    limits: { ...policy.limits, ...limits },
    budget: { ...policy.budget, ...budget },
    models,
    routes,
    ...(on_loss === undefined ? {} : { on_loss }),
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
    ...(flat_output === undefined ? {} : { flat_output }),
    ...(log_bodies === undefined ? {} : { log_bodies }),
    ...(cache_seconds === undefined ? {} : { cache_seconds }),
  };
}

/** Returns the fields of a key that the audit log compares. */
function toAudited({ name, scopes, expiresAt, disabledAt, group, tags, policy }: KeyRecord): object {
  const { limits, budget, ...others } = policy;
  const fields = { name, scopes, group, tags, ...limits, ...budget, ...others };
  return { ...fields, expires_at: expiresAt, disabled: disabledAt === null ? null : true };
}

async function toApiKey(record: KeyRecord, { admission }: RequestContext["services"]): Promise<ApiKey> {
  const { id, name, prefix, scopes, group, tags, policy, personId } = record;
  const ended = record.revokedAt !== null;
  const use = ended ? [] : await admission.readUse({ keyId: id, policy, ...(group === null ? {} : { group }) });
  return {
    ...{ id, name, prefix, scopes, group, tags, person_id: personId },
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    last_used_at: record.lastUsedAt,
    revoked_at: record.revokedAt,
    disabled_at: record.disabledAt,
    previous_secret_expires_at: record.previousExpiresAt,
    ...policy,
    use,
  };
}
