/** Who may read what is kept: a link every key of this gateway, a page too, or anyone if it was shared so. */
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ShareRecord } from "#lib/store/store.ts";
import { authenticate } from "../authenticate.ts";
import type { RequestRecord } from "../request-record.ts";
import type { Runtime } from "../runtime.ts";
import { keptPageSchema, type SharedPage } from "./shared-page.ts";

/** @throws GatewayError 401 and 403 for who may not read it, 404 when nothing is there (any more) */
export async function findShare({
  id,
  exchange,
  runtime,
  record,
}: {
  id: string;
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
}): Promise<ShareRecord> {
  const share = await runtime.store.shares.find(id);
  if (!share || !allowedPublic(share, runtime)) {
    const { keyId } = await authenticate(exchange, runtime, "inference");
    record.keyId = keyId;
  }
  if (!share) throw noSuchShare();
  return share;
}

/** The configuration has the last word, also of those that were shared before. */
export function allowedPublic({ isPublic }: ShareRecord, { settings }: Pick<Runtime, "settings">): boolean {
  return isPublic === 1 && settings.shares.public;
}

export function pageOf({ payload }: ShareRecord): SharedPage {
  return keptPageSchema.parse(JSON.parse(payload));
}

export function noSuchShare(): GatewayError {
  return new GatewayError({
    status: 404,
    message: "Nothing is kept under this id: it is unknown, deleted, or more than 30 days old.",
    code: "share_not_found",
  });
}
