/** `GET /api/usage`: sums over requests, by time and by model, upstream, key, dialect, group of keys, label or route. */
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { ADMIN, type Principal } from "#lib/gateway/request/key-ring.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { findVisibleKeys, type VisibleKeys } from "#lib/gateway/request/visible-keys.ts";
import { openPriceList } from "#lib/gateway/routing/price-list.ts";
import type { UsageGroups, UsageQuery } from "#lib/store/usage/usage.ts";
import { addUp, addUpCells, type UsageCell } from "./add-up.ts";
import { readLatencies } from "./read-latencies.ts";
import { listBucketStarts, readBucket, readTimes, type UsageRequest } from "./schema.ts";

export async function readUsage({
  services,
  principal,
  query: requested,
}: RequestContext<Services, UsageRequest>): Promise<EndpointResponse> {
  const { model, upstream, dialect, group, tag, route } = requested;
  const keys = await findKeys(requested, principal, services);
  const filter = { model, upstream, dialect, group, tag, route, ...keys };
  const query = { ...readTimes(requested), ...filter };
  return createJsonResponse(await sumUp({ services, request: requested, query }));
}

/** Returns the keys whose usage is summed: a member of a team may read the sums of the whole team, not of its keys. */
async function findKeys(
  { key_id: requested, group, group_by }: UsageRequest,
  principal: Principal,
  { store }: Services,
): Promise<VisibleKeys> {
  const isOfTeam = principal.person?.isSession && group !== undefined && group === principal.group;
  if (isOfTeam && requested === undefined && group_by !== "key") return {};
  return findVisibleKeys(principal, requested, { store, data: "the usage" });
}

type Question = { services: Services; request: UsageRequest; query: UsageQuery };

async function sumUp(question: Question): Promise<UsageReply> {
  const { services, request, query } = question;
  const { usage } = services.store;
  const by = request.group_by;
  const [requested, groups] = await Promise.all([
    usage.models(query),
    by && usage.groups(query, { by, limit: request.limit }),
  ]);
  const prices = await openPriceList(
    services,
    requested.map(({ upstream }) => upstream),
  );
  const limits = requested.flatMap((model) => {
    const upToInputTokens = prices.findPrices(model)?.up_to_input_tokens;
    return upToInputTokens === undefined ? [] : [{ ...model, upToInputTokens }];
  });
  const group = by && groups && { by, names: groups.names };
  const bucket = readBucket(request);
  const [rows, ofAll, latencyOf] = await Promise.all([
    usage.sums(query, { bucket, group, limits }),
    // A request with two labels is in two groups, and counts once in the total.
    by === "tag" ? usage.sums(query, { bucket, limits }) : undefined,
    readLatencies(usage, query, { group, bucket }),
  ]);
  const cells = addUpCells(rows, prices);
  const whole = ofAll ? addUpCells(ofAll, prices) : cells;
  const names = by === "key" || request.key_id !== undefined ? await findKeyNames(question) : undefined;
  const keyName = names?.get(request.key_id ?? "");
  const total = (isWanted: (cell: UsageCell) => boolean) => addUp(cells.filter(isWanted));

  return {
    object: "usage",
    from: query.from,
    to: query.to,
    kept_days: services.settings.requestLog.days,
    group_by: by ?? null,
    ...(keyName === undefined ? {} : { key_name: keyName }),
    total: { ...addUp(whole), latency: latencyOf.total },
    groups: (groups?.names ?? []).map((name) => ({
      group: name,
      ...(by === "key" ? getName(name, names) : {}),
      ...(groups?.unknownModels.includes(name) ? { unknown_model: true } : {}),
      ...total((cell) => !cell.isOther && cell.group === name),
      latency: latencyOf.group({ group: name, isOther: false }),
    })),
    ...(groups?.hasOthers
      ? { others: { ...total(({ isOther }) => isOther), latency: latencyOf.group({ group: null, isOther: true }) } }
      : {}),
    buckets: bucket
      ? listBucketStarts(query, bucket).map((start) =>
          findBucket(
            start,
            cells.filter((cell) => cell.start === start),
            whole.filter((cell) => cell.start === start),
          ),
        )
      : [],
  };

  function findBucket(start: number, inBucket: UsageCell[], wholeBucket: UsageCell[]): UsageReply["buckets"][number] {
    const others = inBucket.filter(({ isOther }) => isOther);
    return {
      start,
      total: addUp(wholeBucket),
      groups: (groups?.names ?? []).flatMap((name) => {
        const own = inBucket.filter((cell) => !cell.isOther && cell.group === name);
        return own.length > 0 ? [{ group: name, ...addUp(own) }] : [];
      }),
      ...(others.length > 0 ? { others: addUp(others) } : {}),
      total_ms: latencyOf.bucket(start),
    };
  }
}

async function findKeyNames({ services }: Question): Promise<Map<string, string>> {
  const { keys, people } = services.store;
  const named = [...(await keys.list()), ...(await people.listNames())];
  return new Map([[ADMIN.keyId, ADMIN.name], ...named.map(({ id, name }) => [id, name] as const)]);
}

function getName(group: UsageGroups["names"][number], names: Map<string, string> | undefined): { name?: string } {
  const name = group === null ? undefined : names?.get(group);
  return name === undefined ? {} : { name };
}
