/** Decides which paths belong to the gateway, in any spelling; all others are pages. */
import { rootSegments } from "../gateway/assembly/routes.ts";

const GATEWAY_SEGMENTS = new Set(["api", ...rootSegments]);

/** True when the core answers this path (without its query). */
export function isGatewayPath(path: string): boolean {
  const end = path.indexOf("/", 1);
  return GATEWAY_SEGMENTS.has(end < 0 ? path.slice(1) : path.slice(1, end));
}

/** Normalises a path for the core: `/api/v1/…` and `/v1/…` are the same route, and a trailing slash does not matter. */
export function toCorePath(path: string): string {
  const core = path.startsWith("/api/") ? path.slice("/api".length) : path;
  return core.length > 1 && core.endsWith("/") ? core.replace(/\/+$/, "") : core;
}
