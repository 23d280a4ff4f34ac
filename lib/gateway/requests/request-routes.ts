/** `/api/requests`: the request log. A key sees its own requests, one with the scope "admin" all of them. */
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { authenticate } from "../authenticate.ts";
import { dialects } from "../dialects.ts";
import { jsonResponse } from "../files-context.ts";
import type { Principal } from "../key-ring.ts";
import * as operations from "../operations/requests.ts";
import type { RequestRecord } from "../request-record.ts";
import type { Handler, RouteEntry } from "../route.ts";
import type { Runtime } from "../runtime.ts";
import type { LoggedRequest, RequestList } from "./logged-request.ts";
import { requestsQuery, toLogQuery, writeCursor } from "./request-queries.ts";
import { tellRequests } from "./tell-requests.ts";

const HEADERS = { "cache-control": "no-store" };

const listRequests: Handler = async (exchange, runtime, record) => {
  const principal = await readPrincipal(exchange, runtime, record);
  const query = toLogQuery(validate(requestsQuery, queryOf(exchange)));
  const { rows, next } = await runtime.store.requestLog.list({ ...query, keyId: keyToShow(principal, query.keyId) });
  const list: RequestList = {
    object: "list",
    data: await tellRequests(rows, { runtime, principal }),
    has_more: next !== undefined,
    next_cursor: next ? writeCursor(next) : null,
  };
  // Who looks at the log would fill it.
  record.logged = false;
  return jsonResponse(list, HEADERS);
};

const readRequest: Handler = async (exchange, runtime, record, { request_id: id = "" }) => {
  const principal = await readPrincipal(exchange, runtime, record);
  const row = await runtime.store.requestLog.find({ id, keyId: keyToShow(principal, undefined) });
  const [request]: (LoggedRequest | undefined)[] = row ? await tellRequests([row], { runtime, principal }) : [];
  if (!request) {
    throw new GatewayError({
      status: 404,
      message: `The log has no request "${id.slice(0, 64)}" of this key: it is too old, or was sent with another key.`,
      code: "request_not_found",
    });
  }
  record.logged = false;
  return jsonResponse(request, HEADERS);
};

export const requestRoutes: readonly RouteEntry[] = [
  {
    path: "/api/requests",
    dialect: dialects["openai-chat"],
    methods: { GET: { handler: listRequests, operation: operations.listRequests } },
  },
  {
    path: "/api/requests/{request_id}",
    dialect: dialects["openai-chat"],
    methods: { GET: { handler: readRequest, operation: operations.readRequest } },
  },
];

async function readPrincipal(exchange: ExchangeRequest, runtime: Runtime, record: RequestRecord): Promise<Principal> {
  const principal = await authenticate(exchange, runtime, "inference");
  record.keyId = principal.keyId;
  return principal;
}

/**
 * @returns the id of the key whose requests may be shown; undefined for those of all
 * @throws GatewayError 403 when another key's are asked for
 */
function keyToShow({ keyId, scopes }: Principal, asked: string | undefined): string | undefined {
  if (scopes.includes("admin")) return asked;
  if (asked === undefined || asked === keyId) return keyId;
  throw new GatewayError({
    status: 403,
    message: 'This key sees its own requests only: those of other keys need the scope "admin".',
    param: "key_id",
  });
}

/** A key in the address has been read as a credential. */
function queryOf({ query }: ExchangeRequest): Record<string, string> {
  const { key: _credential, ...fields } = Object.fromEntries(new URLSearchParams(query));
  return fields;
}
