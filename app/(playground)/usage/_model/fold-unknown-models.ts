import type { UsageReply, UsageTotal } from "#lib/contract/usage-reply.ts";

/** Replaces the models that the gateway does not have by one group without a name: misspelt names are not usage. */
export function foldUnknownModels(reply: UsageReply): UsageReply {
  const unknown = new Set(reply.groups.filter(({ unknown_model }) => unknown_model).map(({ group }) => group));
  const [first, ...rest] = reply.groups.filter(({ group }) => unknown.has(group));
  if (!first) return reply;
  return {
    ...reply,
    groups: [
      ...reply.groups.filter(({ group }) => !unknown.has(group)),
      { ...first, ...rest.reduce<UsageTotal>(addTotals, first), group: null },
    ],
    buckets: reply.buckets.map((bucket) => {
      const [one, ...others] = bucket.groups.filter(({ group }) => unknown.has(group));
      if (!one) return bucket;
      return {
        ...bucket,
        groups: [
          ...bucket.groups.filter(({ group }) => !unknown.has(group)),
          { ...others.reduce<UsageTotal>(addTotals, one), group: null },
        ],
      };
    }),
  };
}

function addTotals(a: UsageTotal, b: UsageTotal): UsageTotal {
  return {
    requests: a.requests + b.requests,
    errors: a.errors + b.errors,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cached_tokens: a.cached_tokens + b.cached_tokens,
    reasoning_tokens: a.reasoning_tokens + b.reasoning_tokens,
    video_seconds: a.video_seconds + b.video_seconds,
    cost: {
      amount: a.cost.amount + b.cost.amount,
      about: a.cost.about || b.cost.about,
      known_requests: a.cost.known_requests + b.cost.known_requests,
      unknown_requests: a.cost.unknown_requests + b.cost.unknown_requests,
    },
  };
}
