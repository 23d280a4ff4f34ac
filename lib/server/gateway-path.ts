/** Which paths belong to the gateway, whichever way they were written; all others are pages. */

const GATEWAY_PATH = /^\/(?:api|v1|v1beta|upload|healthz|readyz|openapi\.json)(?=\/|$)/;

/** True when the core answers this path (without its query). */
export function isGatewayPath(path: string): boolean {
  return GATEWAY_PATH.test(path);
}

/** The path as the core knows it: `/api/v1/…` and `/v1/…` are the same route, and a trailing slash does not matter. */
export function toCorePath(path: string): string {
  const core = path.startsWith("/api/") ? path.slice("/api".length) : path;
  return core.length > 1 && core.endsWith("/") ? core.replace(/\/+$/, "") : core;
}
