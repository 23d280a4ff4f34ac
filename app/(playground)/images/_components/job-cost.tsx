"use client";

import { Fact } from "#components/ui/fact.tsx";
import { useStore } from "#components/use-store.ts";
import { computeCost } from "#lib/contract/usage-cost.ts";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { describeCost, describePrices, formatCost } from "#lib/playground/models/cost.ts";

/** Cost of a request, from its images and tokens and the model's prices. Shows a dash when it is unknown. */
export function JobCost({ job: { request, usage, images } }: { job: ImageJob }) {
  const model = useStore(catalogue, ({ listed }) => listed?.models.find(({ id }) => id === request.model));
  const { price, unitPrices } = model ?? {};
  const tokens = { inputTokens: usage?.inputTokens, outputTokens: usage?.outputTokens };
  const counts = { ...tokens, images: images.length, characters: request.prompt.length };
  const cost = computeCost(counts, { tokens: price, ...unitPrices });
  if (!cost) return <Fact title={price ? "The response has no token counts" : "Unknown price"}>cost —</Fact>;
  const words =
    unitPrices || !price ? describePrices({ price, unitPrices }) : describeCost({ ...tokens, estimated: false }, price);
  return <Fact title={words}>{formatCost(cost)}</Fact>;
}
