/** Handles a refused status request of a task. */
import type { VideoProgress } from "#lib/canonical/video-provider.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Upstream } from "../upstream.ts";

/**
 * A task that is gone at the upstream has failed. Every other refusal may be temporary: keys get fixed, servers
 * recover.
 * @throws the refusal itself
 */
export function failIfGone(
  refusal: unknown,
  { upstream, reference }: { upstream: Pick<Upstream, "id" | "redact">; reference: string },
): VideoProgress {
  if (!GatewayError.isInstance(refusal) || (refusal.status !== 404 && refusal.status !== 410)) throw refusal;
  const task = upstream.redact(reference);
  const { message } = errors.upstreamTaskGone({ provider: upstream.id, task, reason: refusal.message });
  return { state: "failed", error: { code: "upstream_task_not_found", message } };
}
