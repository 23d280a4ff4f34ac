/** Client of the gateway's usage route. */

import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import type { Period, UsagePeriod } from "./usage-period.ts";
import type { UsageFilters } from "./usage-view.ts";

export type UsageQuestion = Period & {
  filters: UsageFilters;
  /** Requests sums by time and by group. */
  split?: Pick<UsagePeriod, "bucket" | "offset"> & { group: UsageGrouping };
};

/** Reads usage sums. @throws RequestFailed */
export async function readUsage(question: UsageQuestion, signal?: AbortSignal): Promise<UsageReply> {
  const response = await callGateway(`/api/usage?${usageQuery(question)}`, { signal });
  return (await requireGood(response)).json();
}

export function usageQuery({ from, to, filters, split }: UsageQuestion): string {
  const { key, ...others } = filters;
  const query = new URLSearchParams({
    from: String(from),
    to: String(to),
    ...others,
    ...(key ? { key_id: key } : {}),
    ...(split ? { bucket: split.bucket, tz_offset: String(split.offset), group_by: split.group } : {}),
  });
  return query.toString();
}
