/** `/api/shares`: what a link cannot hold is kept here for a month, and the link names it. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { randomName } from "#lib/media/random-name.ts";
import { authenticate } from "../authenticate.ts";
import { jsonResponse } from "../files-context.ts";
import * as operations from "../operations/shares.ts";
import { readJson } from "../read-json.ts";
import type { Handler, RouteEntry } from "../route.ts";
import { createShareSchema, LARGEST_SHARE } from "./share-request.ts";

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** The payload, and the JSON around it. */
const LARGEST_BODY = LARGEST_SHARE + 1_024;

const createShare: Handler = async (exchange, runtime, record) => {
  const { keyId } = await authenticate(exchange, runtime, "inference");
  record.keyId = keyId;
  const { value } = await readJson(exchange, LARGEST_BODY);
  const { payload } = validate(createShareSchema, value);
  // Whoever knows the id may read it: nobody can guess one.
  const id = `share_${randomName(24)}`;
  const createdAt = Date.now();
  const expiresAt = createdAt + LIFETIME_MS;
  await runtime.store.shares.create({ id, keyId, payload, createdAt, expiresAt });
  return { ...jsonResponse({ id, created_at: createdAt, expires_at: expiresAt }), status: 201 };
};

const readShare: Handler = async (exchange, runtime, record, { share_id: id = "" }) => {
  const { keyId } = await authenticate(exchange, runtime, "inference");
  record.keyId = keyId;
  const share = await runtime.store.shares.find(id);
  if (!share) {
    throw new GatewayError({
      status: 404,
      message: "Nothing is kept under this id: it is unknown, or more than 30 days old.",
      code: "share_not_found",
    });
  }
  const { payload, createdAt, expiresAt } = share;
  return jsonResponse({ id, payload, created_at: createdAt, expires_at: expiresAt }, { "cache-control": "no-store" });
};

export const shareRoutes: readonly RouteEntry[] = [
  { path: "/api/shares", methods: { POST: { handler: createShare, operation: operations.createShare } } },
  { path: "/api/shares/{share_id}", methods: { GET: { handler: readShare, operation: operations.readShare } } },
];
