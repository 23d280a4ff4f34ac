/** Makes and revokes live links on the gateway. */
import type { CreatedLiveLink } from "#lib/contract/live-link.ts";
import { callGateway, requireGood } from "../gateway/gateway-request.ts";

const LINKS = "/api/live";

/** @throws RequestFailed */
export async function createLiveLink(exchangeId: string, send: typeof fetch = fetch): Promise<CreatedLiveLink> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ exchange_id: exchangeId }),
  };
  const response = await requireGood(await callGateway(LINKS, init, send));
  return (await response.json()) as CreatedLiveLink;
}

/** @throws RequestFailed */
export async function revokeLiveLink(id: string, send: typeof fetch = fetch): Promise<void> {
  await requireGood(await callGateway(`${LINKS}/${id}`, { method: "DELETE" }, send));
}
