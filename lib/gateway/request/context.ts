/** RequestContext: one request for its endpoint. `handle` creates it; endpoints and lanes extend it. */
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import type { Principal } from "./key-ring.ts";
import type { LogEntry } from "./log-entry.ts";
import type { Services } from "./services.ts";

/** Parameters of a path, decoded, by the names in its template. */
export type PathParameters = Readonly<Record<string, string>>;

export type RequestContext<EndpointServices extends Services = Services, Query = unknown> = {
  /** Its `client` is aborted when the client disconnects. */
  request: HttpRequest;
  services: EndpointServices;
  /** Key or session that sent the request; ANONYMOUS when the endpoint needs none and none was sent. */
  principal: Principal;
  log: LogEntry;
  /** Query, checked against the endpoint's `query` schema; undefined for an endpoint without one. */
  query: Query;
  /** Parameters of the path, decoded, by the names in its template. */
  params: PathParameters;
};

/** Returns the owner whose files this principal may read. */
export function getOwner({ keyId, scopes }: Principal): FileOwner {
  return { keyId, seesAll: scopes.includes("admin") };
}

/** Returns the query's values by name, without a key in it; of repeated names the last one counts. */
export function parseQuery({ query }: Pick<HttpRequest, "query">): Record<string, string> {
  if (query === "") return {};
  const { key: _credential, ...fields } = Object.fromEntries(new URLSearchParams(query));
  return fields;
}
