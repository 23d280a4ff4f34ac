/** Finds how a model serves the audio routes: itself, in the API of OpenAI, or by generateContent. */
import type { BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import { findOpenAiDialect, listDialects } from "#lib/gateway/lanes/find-openai-headers.ts";
import { getUpstreamId, type ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

export type AudioTask = "speech" | "transcription";

export type AudioLane =
  | { kind: "sandbox"; builtIn: BuiltInUpstream }
  | { kind: "relay"; upstream: Upstream; headersOf: string }
  | { kind: "translate"; upstream: Upstream };

const TASKS: Readonly<Record<AudioTask, string>> = { speech: "speak", transcription: "transcribe audio" };

/** @throws GatewayError 400 or 404 for a model that cannot do it */
export function findAudioLane(resolved: ResolvedModel, task: AudioTask, route: string): AudioLane {
  if (resolved.kind === "sandbox") {
    const { builtIn, model } = resolved;
    if (builtIn.findModel(model)?.capabilities[task]) return { kind: "sandbox", builtIn };
    const models = builtIn.models.filter(({ capabilities }) => capabilities[task]);
    throw errors.modelHasNoAudio({
      model: `${builtIn.id}/${model}`,
      task: TASKS[task],
      models: models.map(({ id }) => `${builtIn.id}/${id}`),
    });
  }
  const provider = getUpstreamId(resolved);
  if (resolved.kind === "bridge") {
    throw errors.providerLacksRoute({ provider, route, reason: "it is a package of the AI SDK" });
  }
  const { upstream } = resolved;
  const headersOf = findOpenAiDialect(upstream);
  if (headersOf) return { kind: "relay", upstream, headersOf };
  if (upstream.dialects.includes("google-generate")) return { kind: "translate", upstream };
  throw errors.providerLacksRoute({ provider, route, reason: `it speaks only ${listDialects(upstream)}` });
}
