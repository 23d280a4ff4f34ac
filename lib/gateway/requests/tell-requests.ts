/** Rows of the log as the API tells them: with the key's name, today's price, and whether the wire is still kept. */
import type { RequestLogRow } from "#lib/store/store.ts";
import type { Principal } from "../key-ring.ts";
import { openPriceList, type PriceList } from "../request-cost.ts";
import type { Runtime } from "../runtime.ts";
import type { LoggedRequest } from "./logged-request.ts";

/** @param principal who asks: only its own exchanges are open to it */
export async function tellRequests(
  rows: readonly RequestLogRow[],
  { runtime, principal }: { runtime: Runtime; principal: Principal },
): Promise<LoggedRequest[]> {
  const [prices, keys] = await Promise.all([
    openPriceList(
      runtime,
      rows.map(({ upstream }) => upstream),
    ),
    findKeys(rows, runtime),
  ]);
  return rows.map((row) => {
    const kept = row.keyId === principal.keyId && runtime.recordings.has(row.id, principal.keyId);
    return tell(row, { prices, key: row.keyId === null ? null : (keys.get(row.keyId) ?? null), kept });
  });
}

type Key = NonNullable<LoggedRequest["key"]>;

async function findKeys(rows: readonly RequestLogRow[], { store }: Runtime): Promise<Map<string, Key>> {
  const ids = new Set(rows.flatMap(({ keyId }) => keyId ?? []));
  const keys = await Promise.all(
    [...ids].map(async (id): Promise<Key> => {
      if (id === "admin") return { id, name: "Admin key", prefix: null };
      const record = await store.keys.findById(id);
      return { id, name: record?.name ?? id, prefix: record?.prefix ?? null };
    }),
  );
  return new Map(keys.map((key) => [key.id, key]));
}

function tell(
  row: RequestLogRow,
  { prices, key, kept }: { prices: PriceList; key: Key | null; kept: boolean },
): LoggedRequest {
  const cost = prices.costOf(row);
  return {
    object: "request",
    id: row.id,
    time: row.time,
    key,
    route: row.route,
    dialect: row.dialect,
    lane: row.lane,
    upstream: row.upstream,
    model: row.model,
    status: row.status,
    stream: row.stream,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cached_tokens: row.cachedTokens,
    cache_write_tokens: row.cacheWriteTokens,
    reasoning_tokens: row.reasoningTokens,
    video_seconds: row.videoSeconds,
    first_byte_ms: row.firstByteMs,
    total_ms: row.totalMs,
    request_bytes: row.requestBytes,
    response_bytes: row.responseBytes,
    error: row.error,
    dropped: row.dropped === null ? [] : row.dropped.split(","),
    cost: cost?.amount ?? null,
    cost_about: cost?.about ?? false,
    exchange: kept,
  };
}
