import { callGateway, requireGood } from "./gateway-request.ts";

/**
 * Calls an endpoint of the gateway and returns the JSON of its response; undefined for a response without a body.
 * @param options.body sent as JSON
 * @throws RequestFailed without a response, or for any status but a success
 */
export async function callJson<Reply>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { body, signal, send }: { body?: unknown; signal?: AbortSignal | undefined; send?: typeof fetch | undefined } = {},
): Promise<Reply> {
  const init: RequestInit = {
    method,
    ...(signal && { signal }),
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  };
  const response = await requireGood(await callGateway(path, init, send));
  return response.status === 204 ? (undefined as Reply) : response.json();
}
