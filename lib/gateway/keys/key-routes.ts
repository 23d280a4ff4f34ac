/** `/api/keys`: the keys of this gateway, for whoever has the scope "admin". */
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import type { KeyRecord } from "#lib/store/store.ts";
import { authenticate } from "../authenticate.ts";
import { jsonResponse } from "../files-context.ts";
import * as operations from "../operations/keys.ts";
import { readJson } from "../read-json.ts";
import type { Handler, PathParameters, RouteEntry } from "../route.ts";
import type { Runtime } from "../runtime.ts";
import type { ApiKey, ApiKeyList, CreatedApiKey } from "./api-key.ts";
import { createKeySchema, readExpiry } from "./key-request.ts";

const LARGEST_BODY = 16_384;
/** Who has a key, and a secret above all, is nobody else's to keep. */
const NO_STORE = { "cache-control": "no-store" };

type Context = { exchange: ExchangeRequest; runtime: Runtime; parameters: PathParameters };

function adminHandler(handle: (context: Context) => Promise<ExchangeResponse>): Handler {
  return async (exchange, runtime, record, parameters) => {
    const { keyId } = await authenticate(exchange, runtime, "admin");
    record.keyId = keyId;
    return handle({ exchange, runtime, parameters });
  };
}

/** Newest first. */
const listKeys = adminHandler(async ({ runtime }) => {
  const records = await runtime.store.keys.list();
  const list: ApiKeyList = { object: "list", data: records.reverse().map(toApiKey) };
  return jsonResponse(list, NO_STORE);
});

const createKey = adminHandler(async ({ exchange, runtime }) => {
  const { value } = await readJson(exchange, LARGEST_BODY);
  const request = validate(createKeySchema, value);
  const { record, secret } = await runtime.store.keys.create({
    name: request.name,
    scopes: [...new Set(request.scopes)],
    expiresAt: readExpiry(request, Date.now()),
  });
  const created: CreatedApiKey = { ...toApiKey(record), secret };
  return { ...jsonResponse(created, NO_STORE), status: 201 };
});

/** Again for one that is revoked already: it stays as it is. */
const revokeKey = adminHandler(async ({ runtime, parameters: { key_id: id = "" } }) => {
  // Not by the prefix of its secret, which the command takes: a program that means one key names it.
  const known = await runtime.store.keys.findById(id);
  const revoked = known && (await runtime.store.keys.revoke(known.id));
  if (!revoked) {
    throw new GatewayError({
      status: 404,
      message: `No key has the id "${id.slice(0, 100)}". GET /api/keys lists them all.`,
      code: "key_not_found",
    });
  }
  runtime.keyRing.forgetKey(revoked.id);
  return jsonResponse(toApiKey(revoked), NO_STORE);
});

export const keyRoutes: readonly RouteEntry[] = [
  {
    path: "/api/keys",
    methods: {
      GET: { handler: listKeys, operation: operations.listKeys },
      POST: { handler: createKey, operation: operations.createKey },
    },
  },
  {
    path: "/api/keys/{key_id}",
    methods: { DELETE: { handler: revokeKey, operation: operations.revokeKey } },
  },
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
