/** Makes and revokes live links on the gateway. */
import type { CreatedLiveLink } from "#lib/contract/live-link.ts";
import { callJson } from "../gateway/call-json.ts";

const LINKS = "/api/live";

/** @throws RequestFailed */
export function createLiveLink(exchangeId: string, send?: typeof fetch): Promise<CreatedLiveLink> {
  return callJson("POST", LINKS, { body: { exchange_id: exchangeId }, send });
}

/** @throws RequestFailed */
export function revokeLiveLink(id: string, send?: typeof fetch): Promise<void> {
  return callJson("DELETE", `${LINKS}/${id}`, { send });
}
