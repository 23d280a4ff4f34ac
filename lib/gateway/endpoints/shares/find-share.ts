/** Stored shares and their readers: links for every key of this gateway, pages as well, or for anyone when public. */
import { type SharedPage, storedPageSchema } from "#lib/contract/shared-page.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointScope } from "#lib/gateway/request/endpoint.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import type { ShareRecord } from "#lib/store/store.ts";

/** Returns the scope: a key is needed unless the share is public. */
export async function getShareScope({
  params: { share_id: id = "" },
  services,
}: Pick<RequestContext, "params" | "services">): Promise<EndpointScope> {
  const share = await services.store.shares.find(id);
  return share && isPublicAllowed(share, services) ? "none" : "view";
}

/** @throws GatewayError 404 when it does not exist (any more) */
export async function findShare({
  params: { share_id: id = "" },
  services,
}: Pick<RequestContext, "params" | "services">): Promise<ShareRecord> {
  const share = await services.store.shares.find(id);
  if (!share) throw errors.shareNotFound();
  return share;
}

/** The current configuration decides, also for pages that were shared before it changed. */
export function isPublicAllowed({ isPublic }: ShareRecord, { settings }: Pick<Services, "settings">): boolean {
  return isPublic === 1 && settings.shares.public !== false;
}

export function readPage({ payload }: ShareRecord): SharedPage {
  return storedPageSchema.parse(JSON.parse(payload));
}
