/** Starts a batch at the upstream of its model, and remembers whose it is. */
import { getOwner, type RequestContext } from "#lib/gateway/request/context.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { admitModels } from "#lib/gateway/routing/admit-models.ts";
import { recordTarget } from "#lib/gateway/routing/record-target.ts";
import { getUpstreamId, type ResolvedModel, resolveAnyTarget } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import { createRandomName } from "#lib/media/create-random-name.ts";
import { createFileId } from "#lib/media/file-id.ts";
import type { BatchRecord } from "#lib/store/batch-record.ts";
import { BATCH_VARIANT } from "#lib/upstreams/price-variants.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { BatchApi } from "./batch-apis.ts";
import { type BatchObject, type BatchService, toTaskName } from "./batch-service.ts";

export type BatchServices = Services & { batches: BatchService };

const ID_LENGTH = 24;

type Start = {
  api: BatchApi;
  /** Model as the client named it. */
  name: string;
  inputFile: string | null;
  /** Starts it and returns the upstream's description. */
  start(upstream: Upstream, model: string): Promise<BatchObject>;
};

/** @throws GatewayError 404 for a provider without batches, 402, 403 or 429 over a limit of the key */
export async function startBatch(
  context: RequestContext<BatchServices>,
  { api, name, inputFile, start }: Start,
): Promise<{ batch: BatchRecord; object: BatchObject }> {
  const { services, principal, log } = context;
  const { keyId } = getOwner(principal);
  log.model = name;
  await services.batches.requireRoom(keyId);
  const resolved = resolveAnyTarget(name, services);
  const upstream = requireUpstream(resolved, api);
  recordTarget(log, resolved, services);
  log.lane = "relay";
  const priced = { ...resolved, model: `${resolved.model}${BATCH_VARIANT}` };
  if (log.grant) await admitModels(context, { name, resolved: [priced] });
  const object = await start(upstream, resolved.model);
  const id = `${api.idPrefix}${createRandomName(ID_LENGTH)}`;
  const charge = services.admission.holdForTask(log, toTaskName(id));
  const batch: BatchRecord = {
    ...{ id, keyId, api: api.id, upstream: upstream.id, upstreamId: String(object.id) },
    ...{ model: name, upstreamModel: resolved.model, inputFile },
    ...{ outputFile: createFileId(), errorFile: createFileId() },
    object: JSON.stringify(object),
    charge: charge ? JSON.stringify(charge) : null,
    groupName: log.group,
    tags: JSON.stringify(log.tags),
    createdAt: Date.now(),
    endedAt: null,
  };
  await services.store.batches.create(batch);
  return { batch, object };
}

/** @throws GatewayError 404 with the reason for a model whose provider has no batches */
function requireUpstream(resolved: ResolvedModel, { route, headersOf }: BatchApi): Upstream {
  const lacks = (reason: string) => errors.providerLacksRoute({ provider: getUpstreamId(resolved), route, reason });
  if (resolved.kind === "sandbox") throw lacks("the sandbox answers at once and has no batches");
  if (resolved.kind === "bridge") throw lacks("it is a package of the AI SDK");
  const { upstream } = resolved;
  if (headersOf(upstream) !== undefined) return upstream;
  throw lacks(`it speaks only ${[...upstream.dialects, ...upstream.media].join(", ")}`);
}
