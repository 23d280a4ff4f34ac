/** Starts a batch at the upstream of its model, and remembers whose it is. */
import { getOwner, type RequestContext } from "#lib/gateway/request/context.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { admitModels, resolveTargets } from "#lib/gateway/routing/admit-models.ts";
import { recordTarget } from "#lib/gateway/routing/record-target.ts";
import { findRoute, getUpstreamId, type ResolvedModel, resolveAnyTarget } from "#lib/gateway/routing/resolve-model.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
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
  const targets = listAble(name, services, api);
  log.lane = "relay";
  const priced = targets.map((target) => ({ ...target, model: `${target.model}${BATCH_VARIANT}` }));
  if (log.grant) await admitModels(context, { name, resolved: priced });
  const { upstream, model, object } = await startOnFirst(targets);
  const id = `${api.idPrefix}${createRandomName(ID_LENGTH)}`;
  const charge = services.admission.holdForTask(log, toTaskName(id));
  const batch: BatchRecord = {
    ...{ id, keyId, api: api.id, upstream: upstream.id, upstreamId: String(object.id) },
    ...{ model: name, upstreamModel: model, inputFile },
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

  /** Starts it once: only a provider that has no such route is followed by another. */
  async function startOnFirst(
    all: readonly Target[],
  ): Promise<Pick<Target, "upstream" | "model"> & { object: BatchObject }> {
    for (const [index, target] of all.entries()) {
      const { upstream, model } = target;
      recordTarget(log, target, services);
      try {
        return { upstream, model, object: await start(upstream, model) };
      } catch (error) {
        const isLast = index === all.length - 1;
        if (isLast || !GatewayError.isInstance(error) || error.code !== "route_not_supported") throw error;
      }
    }
    throw new Error("A batch has no target.");
  }
}

type Target = Extract<ResolvedModel, { kind: "upstream" }>;

/**
 * Returns the models that can run the batch, in the order of the route.
 * @throws GatewayError 404 with the reason of the first model when there is none
 */
function listAble(name: string, services: BatchServices, api: BatchApi): Target[] {
  const route = findRoute(name, services);
  const known = route ? resolveTargets(route, services) : [];
  const able = known.filter((target): target is Target => target.kind === "upstream" && canRun(target.upstream, api));
  return able.length > 0 ? able : [requireTarget(known[0] ?? resolveAnyTarget(name, services), api)];
}

const canRun = (upstream: Upstream, { headersOf }: BatchApi): boolean => headersOf(upstream) !== undefined;

/** @throws GatewayError 404 with the reason for a model whose provider has no batches */
function requireTarget(resolved: ResolvedModel, api: BatchApi): Target {
  const { route } = api;
  const lacks = (reason: string) => errors.providerLacksRoute({ provider: getUpstreamId(resolved), route, reason });
  if (resolved.kind === "sandbox") throw lacks("the sandbox answers at once and has no batches");
  if (resolved.kind === "bridge") throw lacks("it is a package of the AI SDK");
  const { upstream } = resolved;
  if (canRun(upstream, api)) return resolved;
  throw lacks(`it speaks only ${[...upstream.dialects, ...upstream.media].join(", ")}`);
}
