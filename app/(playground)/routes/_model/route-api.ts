/** Client of the gateway's list of routes, and the test of one. */
import type { LoggedRequest, RequestList } from "#lib/contract/logged-request.ts";
import { type ModelRouteList, TEST_DOWN_HEADER } from "#lib/contract/route-state.ts";
import { readErrorResponse } from "#lib/playground/gateway/errors.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { type RouteAttempt, readRouteAttempts } from "#lib/playground/models/route-attempts.ts";

/** Requests of a route whose attempts are counted. */
export const COUNTED_REQUESTS = 100;

/** @throws RequestFailed, as do all functions here */
export async function listRoutes(signal?: AbortSignal): Promise<ModelRouteList> {
  return (await requireGood(await callGateway("/api/routes", { signal }))).json();
}

/** Lists the last requests of a route, newest first. */
export async function listRouteRequests(route: string, signal?: AbortSignal): Promise<LoggedRequest[]> {
  const query = new URLSearchParams({ model: route, calls: "true", limit: String(COUNTED_REQUESTS) });
  const response = await requireGood(await callGateway(`/api/requests?${query}`, { signal }));
  return ((await response.json()) as RequestList).data;
}

export type RouteTest = {
  /** Model that was pulled down for the test; undefined for none. */
  down: string | undefined;
  attempts: RouteAttempt[];
  requestId: string | undefined;
  /** Text of the response. */
  text?: string;
  /** Message of the failure, when no model responded. */
  problem?: string;
};

/** Tokens of a test's response. */
const TEST_TOKENS = 64;

/** Sends one small request through a route. @param down model that answers 503 to it */
export async function testRoute(route: string, down?: string): Promise<RouteTest> {
  const response = await callGateway("/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", ...(down === undefined ? {} : { [TEST_DOWN_HEADER]: down }) },
    body: JSON.stringify({
      model: route,
      messages: [{ role: "user", content: "Say hello in one short sentence." }],
      max_tokens: TEST_TOKENS,
    }),
  });
  const body = await response.text();
  const attempts = readRouteAttempts(response.headers.get("x-gateway-route"));
  const requestId = response.headers.get("x-request-id") ?? undefined;
  if (response.ok) return { down, attempts, requestId, text: readText(body) };
  const { message } = readErrorResponse({ status: response.status, headers: response.headers, body });
  return { down, attempts, requestId, problem: message };
}

function readText(body: string): string {
  const { choices } = JSON.parse(body) as { choices?: { message?: { content?: unknown } }[] };
  return String(choices?.[0]?.message?.content ?? "");
}
