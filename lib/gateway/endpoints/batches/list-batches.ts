import { getOwner, type RequestContext } from "#lib/gateway/request/context.ts";
import { errors } from "#lib/http/errors.ts";
import type { BatchRecord } from "#lib/store/batch-record.ts";
import type { BatchApi } from "./batch-apis.ts";
import { type BatchObject, parseObject } from "./batch-service.ts";
import type { BatchServices } from "./start-batch.ts";

/** Batches of one page that are read anew at once. */
const AT_ONCE = 8;

type Listed = { batch: BatchRecord; object: BatchObject };

/**
 * Lists a key's batches, newest first. Those that have not ended are read at their upstreams; one that cannot be read is
 * listed as it was.
 * @throws GatewayError 400 for a cursor that is no batch of the key
 */
export async function listBatches(
  { services, principal }: RequestContext<BatchServices>,
  api: BatchApi,
  { limit, after, param }: { limit: number; after: string | undefined; param: string },
): Promise<{ page: Listed[]; hasMore: boolean }> {
  const owner = getOwner(principal);
  const cursor =
    after === undefined
      ? undefined
      : await services.batches.find(after, api, owner).catch(() => {
          throw errors.batchCursorNotFound({ param });
        });
  const keyId = owner.seesAll ? undefined : owner.keyId;
  const found = await services.store.batches.list({ keyId, api: api.id, after: cursor, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const page: Listed[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE);
    page.push(...(await Promise.all(part.map(async (batch) => ({ batch, object: await readLatest(batch) })))));
  }
  return { page, hasMore: found.length > limit };

  async function readLatest(batch: BatchRecord): Promise<BatchObject> {
    const known = parseObject(batch.object);
    return batch.endedAt === null ? services.batches.refresh(batch).catch(() => known) : known;
  }
}
