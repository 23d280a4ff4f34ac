/** A look at a task that was refused. */
import type { VideoProgress } from "#lib/canonical/video-provider.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Upstream } from "../upstream.ts";

/**
 * The upstream has no such task any more, which ends it. Every other refusal may be over at the next look: a key can be
 * put right, a server comes back.
 * @throws the refusal itself
 */
export function failedIfGone(
  refusal: unknown,
  { upstream, reference }: { upstream: Pick<Upstream, "id" | "redact">; reference: string },
): VideoProgress {
  if (!GatewayError.isInstance(refusal) || (refusal.status !== 404 && refusal.status !== 410)) throw refusal;
  const message = `The upstream "${upstream.id}" no longer knows its task ${upstream.redact(reference)}: ${refusal.message}`;
  return { state: "failed", error: { code: "upstream_task_not_found", message } };
}
