/** `/api/shares`: data that is too long for a link, and pages to read, stored for a month under an unguessable id. */

import { LARGEST_PAGE } from "#lib/contract/shared-page.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { sendBlob } from "#lib/gateway/bodies/send-blob.ts";
import { LIFETIMES } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { defineEndpoint, type Endpoint, type EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { findPublicShareDenial } from "#lib/gateway/request/find-public-share-denial.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import { createRandomName } from "#lib/media/create-random-name.ts";
import { saveAll } from "#lib/media/save-all.ts";
import { findShare, getShareScope, isPublicAllowed, readPage } from "./find-share.ts";
import * as operations from "./openapi.ts";
import { createPageSchema, createShareSchema, LARGEST_SHARE } from "./schema.ts";
import { listPictures, storePage } from "./store-page.ts";

/** Limit for the payload and the JSON around it. */
const LARGEST_LINK_BODY = LARGEST_SHARE + 1_024;

async function createShare({ request, services, principal }: RequestContext): Promise<EndpointResponse> {
  const { value, size } = await readJson(request, LARGEST_PAGE);
  const createdAt = Date.now();
  const stored = { keyId: principal.keyId, createdAt, expiresAt: createdAt + LIFETIMES.shares };
  if (typeof value === "object" && value !== null && "page" in value)
    return createPage(value, stored, { services, principal });
  if (size > LARGEST_LINK_BODY) throw errors.bodyTooLarge({ limit: LARGEST_LINK_BODY });
  const { payload } = validate(createShareSchema, value);
  // The id is the secret, so it must be unguessable.
  const id = `share_${createRandomName(24)}`;
  await services.store.shares.create({ id, kind: "link", payload, isPublic: 0, ...stored });
  return createJsonResponse({ id, created_at: createdAt, expires_at: stored.expiresAt }, {}, 201);
}

async function createPage(
  value: unknown,
  stored: { keyId: string; createdAt: number; expiresAt: number },
  { services, principal }: Pick<RequestContext, "services" | "principal">,
): Promise<EndpointResponse> {
  const { page, public: isPublic = false } = validate(createPageSchema, value);
  const deniedBy = isPublic ? findPublicShareDenial(principal, services) : undefined;
  if (deniedBy) throw deniedBy === "gateway" ? errors.publicSharesOff() : errors.publicSharesNeedScope();
  const id = `page_${createRandomName(24)}`;
  await saveAll(services.assets, async (assets) => {
    const payload = await storePage(page, stored, assets);
    await services.store.shares.create({ id, kind: "page", payload, isPublic: isPublic ? 1 : 0, ...stored });
  });
  const { createdAt, expiresAt } = stored;
  const path = `/shared/${id}`;
  return createJsonResponse({ id, public: isPublic, path, created_at: createdAt, expires_at: expiresAt }, {}, 201);
}

async function readShare(context: RequestContext): Promise<EndpointResponse> {
  const share = await findShare(context);
  const { id, payload, createdAt, expiresAt } = share;
  const times = { created_at: createdAt, expires_at: expiresAt };
  const body =
    share.kind === "page"
      ? { id, public: isPublicAllowed(share, context.services), path: `/shared/${id}`, page: readPage(share), ...times }
      : { id, payload, ...times };
  return createJsonResponse(body);
}

async function deleteShare(context: RequestContext): Promise<EndpointResponse> {
  const { services, principal } = context;
  const share = await findShare(context);
  const { id } = share;
  if (share.keyId !== principal.keyId && !principal.scopes.includes("admin")) {
    throw errors.shareOfAnotherKey();
  }
  // Images are removed first: without the row they could not be found.
  if (share.kind === "page") await services.assets.remove(listPictures(readPage(share)).map((picture) => picture.id));
  await services.store.shares.remove(id);
  return createJsonResponse({ id, deleted: true });
}

async function readPicture(context: RequestContext): Promise<EndpointResponse> {
  const { request, services, params } = context;
  const share = await findShare(context);
  const picture =
    share.kind === "page" && listPictures(readPage(share)).find((entry) => entry.id === params.picture_id);
  const asset = picture && (await services.assets.find(picture.id));
  if (!asset) throw errors.shareNotFound();
  return sendBlob({
    request,
    blobs: services.assets.blobs,
    name: asset.id,
    bytes: asset.bytes,
    headers: {
      "content-type": asset.mediaType,
      ...(isPublicAllowed(share, services) ? { "cache-control": "private, max-age=3600" } : {}),
    },
    etag: `"${asset.id}"`,
  });
}

const ONE = "/api/shares/{share_id}";

export const shareEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/api/shares",
    scope: "inference",
    operation: operations.createShare,
    handle: createShare,
  }),
  defineEndpoint({
    method: "GET",
    path: ONE,
    scope: getShareScope,
    operation: operations.readShare,
    handle: readShare,
  }),
  defineEndpoint({
    method: "DELETE",
    path: ONE,
    scope: "inference",
    operation: operations.deleteShare,
    handle: deleteShare,
  }),
  defineEndpoint({
    method: "GET",
    path: `${ONE}/pictures/{picture_id}`,
    scope: getShareScope,
    operation: operations.readSharedPicture,
    handle: readPicture,
  }),
];
