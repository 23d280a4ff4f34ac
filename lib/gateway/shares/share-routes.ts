/** `/api/shares`: what a link cannot hold, and pages to read, are kept here for a month under an id that nobody can guess. */
import { bodyTooLarge } from "#lib/http/body-limit.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { randomName } from "#lib/media/random-name.ts";
import { authenticate } from "../authenticate.ts";
import { jsonResponse } from "../files-context.ts";
import * as operations from "../operations/shares.ts";
import { readJson } from "../read-json.ts";
import type { Handler, RouteEntry } from "../route.ts";
import type { Runtime } from "../runtime.ts";
import { sendBlob } from "../send-blob.ts";
import { allowedPublic, findShare, noSuchShare, pageOf } from "./find-share.ts";
import { keepPage, picturesOf } from "./keep-page.ts";
import { createPageSchema, createShareSchema, LARGEST_SHARE } from "./share-request.ts";
import { LARGEST_PAGE } from "./shared-page.ts";

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** The payload, and the JSON around it. */
const LARGEST_LINK_BODY = LARGEST_SHARE + 1_024;

const createShare: Handler = async (exchange, runtime, record) => {
  const { keyId } = await authenticate(exchange, runtime, "inference");
  record.keyId = keyId;
  const { value, size } = await readJson(exchange, LARGEST_PAGE);
  const createdAt = Date.now();
  const kept = { keyId, createdAt, expiresAt: createdAt + LIFETIME_MS };
  if (typeof value === "object" && value !== null && "page" in value) return createPage(value, kept, runtime);
  if (size > LARGEST_LINK_BODY) throw bodyTooLarge(LARGEST_LINK_BODY);
  const { payload } = validate(createShareSchema, value);
  // Whoever knows the id may read it: nobody can guess one.
  const id = `share_${randomName(24)}`;
  await runtime.store.shares.create({ id, kind: "link", payload, isPublic: 0, ...kept });
  return created({ id, created_at: createdAt, expires_at: kept.expiresAt });
};

async function createPage(
  value: unknown,
  kept: { keyId: string; createdAt: number; expiresAt: number },
  runtime: Runtime,
): Promise<ExchangeResponse> {
  const { page, public: isPublic = false } = validate(createPageSchema, value);
  if (isPublic && !runtime.settings.shares.public) {
    throw new GatewayError({
      status: 403,
      message: "This gateway keeps no public pages: share it with those who have a key.",
      code: "public_shares_off",
      param: "public",
    });
  }
  const payload = await keepPage(page, kept, runtime.assets);
  const id = `page_${randomName(24)}`;
  await runtime.store.shares.create({ id, kind: "page", payload, isPublic: isPublic ? 1 : 0, ...kept });
  return created({
    id,
    public: isPublic,
    path: `/shared/${id}`,
    created_at: kept.createdAt,
    expires_at: kept.expiresAt,
  });
}

const created = (body: object): ExchangeResponse => ({ ...jsonResponse(body), status: 201 });

const readShare: Handler = async (exchange, runtime, record, { share_id: id = "" }) => {
  const share = await findShare({ id, exchange, runtime, record });
  const { payload, createdAt, expiresAt } = share;
  const times = { created_at: createdAt, expires_at: expiresAt };
  const body =
    share.kind === "page"
      ? { id, public: allowedPublic(share, runtime), path: `/shared/${id}`, page: pageOf(share), ...times }
      : { id, payload, ...times };
  return jsonResponse(body, { "cache-control": "no-store" });
};

const deleteShare: Handler = async (exchange, runtime, record, { share_id: id = "" }) => {
  const { keyId, scopes } = await authenticate(exchange, runtime, "inference");
  record.keyId = keyId;
  const share = await runtime.store.shares.find(id);
  if (!share) throw noSuchShare();
  if (share.keyId !== keyId && !scopes.includes("admin")) {
    throw new GatewayError({
      status: 403,
      message: "Only the key that shared it can delete it, and the admin key.",
      code: "not_the_owner",
    });
  }
  // Its pictures first: without the row nobody would know them.
  if (share.kind === "page") await runtime.assets.remove(picturesOf(pageOf(share)).map((picture) => picture.id));
  await runtime.store.shares.remove(id);
  return jsonResponse({ id, deleted: true });
};

const readPicture: Handler = async (exchange, runtime, record, { share_id: id = "", picture_id = "" }) => {
  const share = await findShare({ id, exchange, runtime, record });
  const picture = share.kind === "page" && picturesOf(pageOf(share)).find((entry) => entry.id === picture_id);
  const asset = picture && (await runtime.assets.find(picture.id));
  if (!asset) throw noSuchShare();
  return sendBlob({
    exchange,
    runtime,
    record,
    blobs: runtime.assets.blobs,
    name: asset.id,
    bytes: asset.bytes,
    headers: { "content-type": asset.mediaType, "cache-control": "private, max-age=3600" },
    etag: `"${asset.id}"`,
  });
};

export const shareRoutes: readonly RouteEntry[] = [
  { path: "/api/shares", methods: { POST: { handler: createShare, operation: operations.createShare } } },
  {
    path: "/api/shares/{share_id}",
    methods: {
      GET: { handler: readShare, operation: operations.readShare },
      DELETE: { handler: deleteShare, operation: operations.deleteShare },
    },
  },
  {
    path: "/api/shares/{share_id}/pictures/{picture_id}",
    methods: { GET: { handler: readPicture, operation: operations.readSharedPicture } },
  },
];
