/** Converts log rows to the API's form: with the key's name, today's price, and whether a trace is readable. */
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import { isPersonId } from "#lib/gateway/request/people.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { type LoggedModel, openPriceList, type PriceList } from "#lib/gateway/routing/price-list.ts";
import { resolveAlias } from "#lib/gateway/routing/resolve-model.ts";
import type { RequestLogRow } from "#lib/store/store.ts";

export type RequestLogServices = Services & {
  resumables: { find(of: { id: string; keyId: string }): unknown };
};

/** @param principal reader, who may only open traces of its own requests */
export async function describeRequests(
  rows: readonly RequestLogRow[],
  { services, principal }: { services: RequestLogServices; principal: Principal },
): Promise<LoggedRequest[]> {
  // Read first: what is no longer pending is in the store by the time that the store is asked.
  const pending = services.recordings.readPending();
  const [prices, keys, stored] = await Promise.all([
    openPriceList(
      services,
      rows.flatMap(({ upstream, attempts }) => [
        upstream,
        ...(attempts ?? []).map(({ model }) => toLoggedModel(model, services).upstream),
      ]),
    ),
    findKeys(rows, services),
    services.store.requestRecords.listRecorded(rows.map(({ id }) => id)),
  ]);
  const recorded = [...pending, ...stored];
  return rows.map((row) => {
    const hasTrace =
      row.keyId === principal.keyId && services.resumables.find({ id: row.id, keyId: principal.keyId }) !== undefined;
    return describe(row, {
      services,
      prices,
      key: row.keyId === null ? null : (keys.get(row.keyId) ?? null),
      hasTrace,
      isRecorded: recorded.some(({ id, keyId }) => id === row.id && keyId === row.keyId),
    });
  });
}

/** A video's cost is in the row of its end, which has no route. */
const VIDEO_DIALECTS: ReadonlySet<string> = new Set(["openai-videos", "google-operations"]);

type Key = NonNullable<LoggedRequest["key"]>;

async function findKeys(rows: readonly RequestLogRow[], { store }: Services): Promise<Map<string, Key>> {
  const ids = new Set(rows.flatMap(({ keyId }) => keyId ?? []));
  const keys = await Promise.all(
    [...ids].map(async (id): Promise<Key> => {
      if (id === "admin") return { id, name: "Admin key", prefix: null };
      if (isPersonId(id)) return { id, name: (await store.people.find(id))?.name ?? id, prefix: null };
      const record = await store.keys.findById(id);
      return { id, name: record?.name ?? id, prefix: record?.prefix ?? null };
    }),
  );
  return new Map(keys.map((key) => [key.id, key]));
}

function describe(
  row: RequestLogRow,
  {
    services,
    prices,
    key,
    hasTrace,
    isRecorded,
  }: { services: Services; prices: PriceList; key: Key | null; hasTrace: boolean; isRecorded: boolean },
): LoggedRequest {
  const isStart = row.route !== null && row.lane !== null && VIDEO_DIALECTS.has(row.dialect ?? "");
  const requests = row.status < 400 && row.cache !== "hit" ? 1 : 0;
  const cost = prices.computeCost({ ...row, model: row.target ?? row.model, requests, isStart });
  const attempts = row.attempts ?? [];
  return {
    object: "request",
    id: row.id,
    time: row.time,
    key,
    group: row.group,
    tags: [...row.tags],
    route: row.route,
    dialect: row.dialect,
    lane: row.lane,
    upstream: row.upstream,
    model: row.model,
    target: row.target,
    attempts: attempts.map((attempt, index) => {
      const price = prices.findPrices(toLoggedModel(attempt.model, services));
      const isServed = index === attempts.length - 1 && row.status < 400;
      return {
        ...attempt,
        price:
          price?.input !== undefined && price.output !== undefined
            ? { input: price.input, output: price.output }
            : null,
        cost: isServed || (index === attempts.length - 1 && row.outputTokens !== null) ? (cost?.amount ?? null) : null,
      };
    }),
    status: row.status,
    stream: row.stream,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cached_tokens: row.cachedTokens,
    cache_write_tokens: row.cacheWriteTokens,
    reasoning_tokens: row.reasoningTokens,
    video_seconds: row.videoSeconds,
    images: row.images,
    first_byte_ms: row.firstByteMs,
    total_ms: row.totalMs,
    request_bytes: row.requestBytes,
    response_bytes: row.responseBytes,
    error: row.error,
    hooks: [...(row.hooks ?? [])],
    cache: row.cache,
    dropped: row.dropped === null ? [] : row.dropped.split(","),
    emulated: row.emulated === null ? [] : row.emulated.split(","),
    prompt: row.prompt,
    cost: cost?.amount ?? null,
    cost_about: cost?.about ?? false,
    exchange: hasTrace,
    recorded: isRecorded,
  };
}

/** Returns the model of an attempt, which a route may name by an alias. */
function toLoggedModel(name: string, services: Services): LoggedModel {
  const model = resolveAlias(name, services);
  const slash = model.indexOf("/");
  return { upstream: slash < 1 ? null : model.slice(0, slash), model };
}
