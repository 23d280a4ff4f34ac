"use client";

import { Fact } from "#components/ui/fact.tsx";
import { useStore } from "#components/use-store.ts";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { calculateCost, describeCost, formatCost } from "#lib/playground/models/cost.ts";

/** Cost of a request, from its tokens and the model's price. Shows a dash when either is unknown. */
export function JobCost({ job: { request, usage } }: { job: ImageJob }) {
  const price = useStore(catalogue, ({ listed }) => listed?.models.find(({ id }) => id === request.model)?.price);
  const metrics = { inputTokens: usage?.inputTokens, outputTokens: usage?.outputTokens, estimated: false };
  const cost = calculateCost(metrics, price);
  if (!cost || !price) {
    const missing = price ? "The response has no token counts" : "Unknown price";
    return <Fact title={missing}>cost —</Fact>;
  }
  return <Fact title={describeCost(metrics, price)}>{formatCost(cost)}</Fact>;
}
