/** Preflight of a request for a video: what it would become, of which nothing is sent or stored. */
import type { VideoJob } from "#lib/canonical/video-provider.ts";
import { preflight } from "#lib/gateway/lanes/preflight.ts";
import { UnsentRequest } from "#lib/gateway/lanes/unsent-request.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { countTokens } from "#lib/prompts/count-tokens.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { createUpstreamVideos } from "#lib/upstreams/videos/video-providers.ts";
import type { VideoTargets } from "./find-video-targets.ts";
import { getTaskLane } from "./run-upstream-task.ts";
import type { VideoContext } from "./video-context.ts";

/** @throws GatewayError what the request itself would be refused with */
export function preflightVideo(
  context: VideoContext,
  { name, found: { call: chosen, choice } }: { name: string; found: Pick<VideoTargets, "call" | "choice"> },
): Promise<EndpointResponse> {
  const { services, log, dialect } = context;
  const { seconds, count, prompt } = chosen;

  async function run(resolved: ResolvedModel): Promise<never> {
    const { upstream, call } = choice.read(resolved);
    const found = services.videos.findVideos(upstream);
    log.lane = found ? getTaskLane({ dialect }, found) : null;
    log.dropped = found?.provider.dropped(call, dialect) ?? [];
    // A package sends requests of its own, the sandbox sends none, and input images would have to be stored first.
    const hasImages = call.image ?? call.lastFrame ?? call.referenceImages;
    if (resolved.kind !== "upstream" || hasImages) throw new UnsentRequest();
    const job: VideoJob = { key: "0".repeat(32), call, dialect, readImage: async () => new Uint8Array() };
    await createUpstreamVideos(withoutSending(resolved.upstream))?.provider.start(job, {
      signal: context.request.client.signal,
    });
    throw new UnsentRequest();
  }

  return preflight(context, {
    name,
    ...choice,
    run,
    listLosses: async (resolved) => choice.listLosses(resolved),
    expect: async () => ({
      inputTokens: countTokens(prompt),
      outputTokens: null,
      videoSeconds: seconds === undefined ? null : seconds * count,
      characters: prompt.length,
    }),
  });
}

/** Returns the upstream with connections that refuse every request: the provider writes it, and nothing leaves. */
function withoutSending(upstream: Upstream): Upstream {
  const { basePath } = upstream;
  const pool = {
    dispatch({ path, headers, body }: Parameters<Upstream["pool"]["dispatch"]>[0]): never {
      throw new UnsentRequest({
        upstream,
        request: {
          method: "POST",
          path: path.slice(basePath.length),
          headers: headers as Record<string, string>,
          ...(typeof body === "string" || Buffer.isBuffer(body) ? { body } : {}),
        },
      });
    },
  };
  return { ...upstream, keys: undefined, pool: pool as unknown as Upstream["pool"] };
}
