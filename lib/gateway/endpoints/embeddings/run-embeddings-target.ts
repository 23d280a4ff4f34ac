/** Runs a request for embeddings on one model, in the lane of its upstream. */
import type { EmbeddingsCall, EmbeddingsReply } from "#lib/canonical/embeddings-call.ts";
import type { EmbeddingsRequest } from "#lib/contract/openai-embeddings/wire.ts";
import { createVectorEncoder } from "#lib/dialects/openai-embeddings/encode-vectors.ts";
import { runGuarded } from "#lib/gateway/bodies/run-guarded.ts";
import { createDeadline, WITHOUT_LIMIT } from "#lib/gateway/lanes/create-deadline.ts";
import { requireNoLoss } from "#lib/gateway/lanes/dropped-fields.ts";
import { fetchReply } from "#lib/gateway/lanes/fetch-reply.ts";
import { listDialects, requireRoute } from "#lib/gateway/lanes/find-openai-headers.ts";
import { relay } from "#lib/gateway/lanes/relay.ts";
import type { PlainContext } from "#lib/gateway/lanes/run-plain-call.ts";
import { UnsentRequest } from "#lib/gateway/lanes/unsent-request.ts";
import { writeBody } from "#lib/gateway/lanes/write-body.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import type { JsonBody } from "#lib/gateway/request/read-json.ts";
import { writeLaneHeaders } from "#lib/gateway/request/write-lane-headers.ts";
import { getUpstreamId, type ResolvedModel } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import type { RequestBody } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { countInput } from "./count-input.ts";
import { type EmbeddingsFormat, googleBatchFormat, openAiFormat, toRelayDialect } from "./embeddings-format.ts";
import { respondWithVectors } from "./respond-with-vectors.ts";

export type ReceivedEmbeddings = {
  format: EmbeddingsFormat;
  /** Model as the client named it. */
  name: string;
  wire: object;
  bodyText: string;
  abridged: JsonBody["abridged"];
  /** Returns the request with all of its texts. */
  readWhole(): Promise<object>;
};

type Lane =
  | { kind: "sandbox"; builtIn: Extract<ResolvedModel, { kind: "sandbox" }>["builtIn"] }
  | { kind: "relay" | "translate"; upstream: Upstream; target: EmbeddingsFormat; headersOf: string };

/** @throws GatewayError 400 or 404 for a model that makes no embeddings */
export function requireEmbeddingModel(resolved: ResolvedModel, client: EmbeddingsFormat): void {
  findLane(resolved, client);
}

/** Returns the names of the fields that a model would not get. */
export function listEmbeddingLosses(
  call: EmbeddingsCall,
  resolved: ResolvedModel,
  client: EmbeddingsFormat,
): readonly string[] {
  const lane = findLane(resolved, client);
  if (lane.kind === "relay") return [];
  // The sandbox makes the same vectors for questions and documents.
  const target = lane.kind === "sandbox" ? openAiFormat : lane.target;
  return [...call.dropped, ...target.dialect.listLosses(call)];
}

function findLane(resolved: ResolvedModel, client: EmbeddingsFormat): Lane {
  if (resolved.kind === "sandbox") {
    const { builtIn, model } = resolved;
    if (builtIn.findModel(model)?.capabilities.embeddings) return { kind: "sandbox", builtIn };
    const models = builtIn.models.filter(({ capabilities }) => capabilities.embeddings);
    throw errors.modelMakesNoEmbeddings({
      model: `${builtIn.id}/${model}`,
      models: models.map(({ id }) => `${builtIn.id}/${id}`),
    });
  }
  if (resolved.kind === "bridge") throw lacksEmbeddings(resolved, "it is a package of the AI SDK");
  const { upstream } = resolved;
  const others = [openAiFormat, googleBatchFormat].filter(({ dialect }) => dialect.id !== client.dialect.id);
  for (const target of [client, ...others]) {
    const headersOf = target.findHeaders(upstream);
    if (headersOf === undefined) continue;
    const isRelayed = target === client && upstream.lane === "relay";
    // Upstreams are asked for several texts at once.
    const asked = target === client && !isRelayed && target !== openAiFormat ? googleBatchFormat : target;
    return { kind: isRelayed ? "relay" : "translate", upstream, target: asked, headersOf };
  }
  throw lacksEmbeddings(resolved, `it speaks only ${listDialects(upstream)}`);
}

function lacksEmbeddings(resolved: ResolvedModel, reason: string) {
  return errors.providerLacksRoute({ provider: getUpstreamId(resolved), route: "/v1/embeddings", reason });
}

/** @throws GatewayError 400 for a request that the model cannot hold, and all errors of its lane */
export async function runEmbeddingsTarget(
  context: PlainContext,
  resolved: ResolvedModel,
  received: ReceivedEmbeddings,
): Promise<EndpointResponse> {
  const { log } = context;
  const { format, name } = received;
  const lane = findLane(resolved, format);
  log.lane = lane.kind;
  if (lane.kind === "relay") return relayEmbeddings(context, { ...received, ...lane, model: resolved.model });
  const wire = await received.readWhole();
  const call = format.dialect.readRequest(wire);
  log.dropped = listEmbeddingLosses(call, resolved, format);
  requireNoLoss(context);
  const reply =
    lane.kind === "sandbox"
      ? await embedHere(context, call, lane)
      : await fetchEmbeddings(context, call, { ...lane, model: resolved.model });
  const inputTokens = reply.inputTokens ?? (await countInput(call));
  log.usage = { inputTokens, outputTokens: 0 };
  return respondWithVectors(
    format.dialect.writeReply(reply, { wire, model: name, inputTokens }),
    writeLaneHeaders(log),
  );
}

type Target = { upstream: Upstream; target: EmbeddingsFormat; headersOf: string; model: string };

function relayEmbeddings(
  context: PlainContext,
  { format, name, wire, bodyText, abridged, readWhole, upstream, headersOf, model }: ReceivedEmbeddings & Target,
): Promise<EndpointResponse> {
  const dialect = { ...toRelayDialect(format), headersOf };
  const call = { ...context, dialect, wire: { model: name, stream: false }, bodyText, abridged };
  const isBase64 = (wire as Partial<EmbeddingsRequest>).encoding_format === "base64";
  const send = async () => {
    const body = format.modelPlace === "path" ? await renameModels(context, { wire, readWhole, model }) : undefined;
    return relay(call, upstream, {
      model,
      ...(body ? { body } : {}),
      rewriter: isBase64 ? createVectorEncoder() : undefined,
    });
  };
  return requireRoute(send(), { upstream, route: format.writePath(model), model });
}

/** Returns a body whose requests name the upstream's model, as Google's SDK writes it into each; undefined without one. */
async function renameModels(
  context: PlainContext,
  { wire, readWhole, model }: Pick<ReceivedEmbeddings, "wire" | "readWhole"> & { model: string },
): Promise<RequestBody | undefined> {
  const { requests } = wire as { requests?: { model?: unknown }[] };
  if (!requests?.some((request) => typeof request.model === "string")) return undefined;
  const whole = (await readWhole()) as { requests: { model?: unknown }[] };
  const resource = /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`;
  const named = whole.requests.map((request) => ("model" in request ? { ...request, model: resource } : request));
  return writeBody(context, { ...whole, requests: named });
}

/** Asks as often as the upstream's limit on texts makes it necessary, one request after the other. */
async function fetchEmbeddings(
  context: PlainContext,
  call: EmbeddingsCall,
  { upstream, target, headersOf, model }: Target,
): Promise<EmbeddingsReply> {
  const { dialect } = target;
  const { readError } = target.text;
  const vectors: EmbeddingsReply["vectors"][number][] = [];
  let inputTokens: number | undefined;
  for (let at = 0; at < call.inputs.length; at += dialect.mostInputs) {
    const inputs = call.inputs.slice(at, at + dialect.mostInputs);
    const body = await writeBody(context, dialect.writeRequest({ ...call, inputs }, model));
    const asked = {
      ...{ upstream, model, body },
      dialect: {
        ...{ id: dialect.id, headersOf, readError, readReply: dialect.readReply },
        writeUpstreamPath: () => target.writePath(model),
      },
    };
    const reply = await requireRoute(fetchReply(context, asked), { upstream, route: target.writePath(model), model });
    if (reply.vectors.length !== inputs.length) throw errors.upstreamReplyUnreadable({ provider: upstream.id });
    vectors.push(...reply.vectors);
    if (reply.inputTokens !== undefined) inputTokens = (inputTokens ?? 0) + reply.inputTokens;
  }
  return { vectors, inputTokens };
}

async function embedHere(
  { request, services, log, timeLimit }: PlainContext,
  call: EmbeddingsCall,
  { builtIn }: Extract<Lane, { kind: "sandbox" }>,
): Promise<EmbeddingsReply> {
  if (log.dryRun) throw new UnsentRequest();
  const ending = new AbortController();
  const deadline = timeLimit && createDeadline({ timeLimit }, WITHOUT_LIMIT);
  return runGuarded({ client: request.client, services }, { deadline, abort: (error) => ending.abort(error) }, () =>
    builtIn.embeddings.embed(call, ending.signal),
  );
}
