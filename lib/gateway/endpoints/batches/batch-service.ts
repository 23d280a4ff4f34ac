/** BatchService: follows batches at their upstreams, and counts each once when it has ended. */
import type { Usage } from "#lib/canonical/part.ts";
import { computeCost } from "#lib/contract/usage-cost.ts";
import { type Admission, BATCH_HOLD, type TaskCharge } from "#lib/gateway/request/admission.ts";
import type { Log } from "#lib/gateway/request/log.ts";
import { errors } from "#lib/http/errors.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { parseFileId } from "#lib/media/file-id.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import type { BatchRecord } from "#lib/store/batch-record.ts";
import { BLANK_ROW } from "#lib/store/request-log-row.ts";
import type { Store } from "#lib/store/store.ts";
import { BATCH_VARIANT } from "#lib/upstreams/price-variants.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { type BatchApi, batchApis } from "./batch-apis.ts";
import { callUpstream, readLines } from "./batch-upstream.ts";

/** Batches of one key within their lifetime. */
const MOST_BATCHES = 10_000;
const LIFETIME_MS = 30 * 24 * 3_600_000;
/** Time between two looks at the batches that nobody polls, and how many are looked at. */
const WATCH_MS = 300_000;
const WATCHED = 100;

export type BatchObject = Record<string, unknown>;

/** File that a batch has written, at its upstream. */
export type BatchFile = { upstream: Upstream; headersOf: string; fileId: string };

export type BatchService = ReturnType<typeof createBatchService>;

export function createBatchService({
  store,
  upstreams,
  admission,
  log,
}: {
  store: Pick<Store, "batches" | "requestLog">;
  upstreams: ReadonlyMap<string, Upstream>;
  admission: Pick<Admission, "settleTask">;
  log: Log;
}) {
  const { batches } = store;

  /** @throws GatewayError 404 for another key's batch too */
  async function find(id: string, api: BatchApi, owner: FileOwner): Promise<BatchRecord> {
    const batch = await batches.find(id);
    if (batch && batch.api === api.id && (owner.seesAll || batch.keyId === owner.keyId)) return batch;
    throw errors.batchNotFound({ id });
  }

  /** @throws GatewayError 404 for a batch whose provider is no longer configured */
  function requireUpstream({ upstream: id, model }: BatchRecord): Upstream {
    const upstream = upstreams.get(id);
    if (upstream) return upstream;
    throw errors.providerNotFound({ model, provider: id, near: [], keyVariable: undefined });
  }

  /** Reads a batch at its upstream, and counts it when it has ended. */
  async function refresh(batch: BatchRecord): Promise<BatchObject> {
    const upstream = requireUpstream(batch);
    const api = batchApis[batch.api];
    const path = `${api.path}/${encodeURIComponent(batch.upstreamId)}`;
    return note(batch, await callUpstream(upstream, api, { method: "GET", path }));
  }

  /** Stores what an upstream says of a batch. */
  async function note(batch: BatchRecord, object: BatchObject): Promise<BatchObject> {
    const api = batchApis[batch.api];
    if (batch.endedAt === null && api.hasEnded(object)) await end(batch, object);
    else await batches.update(batch.id, JSON.stringify(object));
    return object;
  }

  async function end(batch: BatchRecord, object: BatchObject): Promise<void> {
    const usage = await readUsage(requireUpstream(batch), batchApis[batch.api], object);
    const endedAt = Date.now();
    if (!(await batches.end(batch.id, { object: JSON.stringify(object), endedAt }))) return;
    const target = `${batch.upstream}/${batch.upstreamModel}${BATCH_VARIANT}`;
    const charge = batch.charge === null ? undefined : (JSON.parse(batch.charge) as TaskCharge);
    const prices = charge?.prices[target];
    const counts = {
      inputTokens: usage.inputTokens ?? 0,
      outputTokens: usage.outputTokens ?? 0,
      cachedTokens: usage.cachedInputTokens,
      cacheWriteTokens: usage.cacheWriteInputTokens,
    };
    const cost = prices && computeCost(counts, prices)?.amount;
    if (charge) admission.settleTask(toTaskName(batch.id), charge, cost ?? 0);
    store.requestLog.append({
      ...BLANK_ROW,
      id: batch.id,
      time: endedAt,
      keyId: batch.keyId,
      dialect: batchApis[batch.api].dialect,
      lane: "relay",
      upstream: batch.upstream,
      model: batch.model,
      target,
      status: 200,
      inputTokens: counts.inputTokens,
      outputTokens: counts.outputTokens,
      cachedTokens: counts.cachedTokens ?? null,
      cacheWriteTokens: counts.cacheWriteTokens ?? null,
      totalMs: endedAt - batch.createdAt,
      cost: cost ?? null,
      group: batch.groupName,
      tags: JSON.parse(batch.tags) as string[],
    });
  }

  async function watch(): Promise<void> {
    await batches.removeBefore(Date.now() - LIFETIME_MS);
    for (const batch of await batches.listRunning(WATCHED)) {
      if (isClosed || !upstreams.has(batch.upstream)) continue;
      await refresh(batch).catch((error: unknown) => log(`Batch ${batch.id} could not be read: ${String(error)}`));
    }
  }

  let isClosed = false;
  let watching: Promise<void> = Promise.resolve();
  const watcher = setInterval(() => {
    watching = watching.then(watch).catch((error: unknown) => log(`Batches could not be read: ${String(error)}`));
  }, WATCH_MS).unref();

  return {
    find,
    refresh,
    note,
    requireUpstream,

    /** @throws GatewayError 429 when the key has too many */
    async requireRoom(keyId: string): Promise<void> {
      if ((await batches.count(keyId)) >= MOST_BATCHES) throw errors.tooManyBatches({ limit: MOST_BATCHES });
    },

    /** Returns the file of a batch by its id here; undefined when no batch has written it. */
    async findFile(text: string, owner: FileOwner): Promise<BatchFile | undefined> {
      const id = parseFileId(text);
      const batch = id === undefined ? undefined : await batches.findByFile(id);
      if (!batch || !(owner.seesAll || batch.keyId === owner.keyId)) return undefined;
      const upstream = requireUpstream(batch);
      const read = (object: BatchObject) => (batch.outputFile === id ? object.output_file_id : object.error_file_id);
      const fileId = read(parseObject(batch.object)) ?? read(await refresh(batch));
      const headersOf = batchApis[batch.api].headersOf(upstream);
      if (typeof fileId !== "string" || headersOf === undefined) return undefined;
      return { upstream, headersOf, fileId };
    },

    /** Looks at all batches that have not ended. */
    watch,

    async close(): Promise<void> {
      isClosed = true;
      clearInterval(watcher);
      await watching;
    },
  };
}

/** Name of the money that is held for a batch. */
export const toTaskName = (id: string): string => `${BATCH_HOLD}${id}`;

export function parseObject(text: string): BatchObject {
  return (parseJson(text) ?? {}) as BatchObject;
}

async function readUsage(upstream: Upstream, api: BatchApi, object: BatchObject): Promise<Usage> {
  const total = api.readTotal?.(object);
  if (total && (total.inputTokens ?? 0) > 0) return total;
  const sum: Usage = {};
  const path = api.findResults(object);
  if (path === undefined) return sum;
  await readLines(upstream, api, {
    path,
    onLine(line) {
      const parsed = parseJson(line.toString("utf8"));
      if (typeof parsed !== "object" || parsed === null) return;
      addTo(sum, api.readLineUsage(parsed as BatchObject) ?? {});
    },
  });
  return sum;
}

const COUNTS = ["inputTokens", "outputTokens", "cachedInputTokens", "cacheWriteInputTokens"] as const;

function addTo(sum: Usage, usage: Usage): void {
  for (const name of COUNTS) if (usage[name] !== undefined) sum[name] = (sum[name] ?? 0) + usage[name];
}
