import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { findRetirement } from "./find-retirement.ts";
import { getUpstreamId, type ResolvedModel } from "./resolve-model.ts";

/** Records the upstream of a call, and the retirement of its model, which its response's headers tell. */
export function recordTarget(log: LogEntry, resolved: ResolvedModel, services: Pick<Services, "catalogue">): void {
  log.upstream = getUpstreamId(resolved);
  log.target = `${log.upstream}/${resolved.model}`;
  log.retirement = undefined;
  if (resolved.kind === "sandbox") return;
  const upstream = resolved.kind === "bridge" ? resolved.bridge : resolved.upstream;
  log.retirement = findRetirement(upstream, resolved.model, services);
}
