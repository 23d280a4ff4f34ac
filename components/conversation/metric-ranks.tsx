"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { RankedMetric } from "#lib/playground/compare/rank-metrics.ts";
import type { Price } from "#lib/playground/models/cost.ts";
import { useListedModel } from "../use-catalogue.ts";

/** Best metrics by turn, among compared responses. */
export type MetricRanks = ReadonlyMap<string, ReadonlySet<RankedMetric>>;

type Comparing = {
  ranks: MetricRanks;
  /** The user's own prices by model. */
  prices: { [model: string]: Price };
};

const ComparingContext = createContext<Comparing | undefined>(undefined);

export function RanksProvider({ ranks, prices, children }: Comparing & { children: ReactNode }) {
  const value = useMemo(() => ({ ranks, prices }), [ranks, prices]);
  return <ComparingContext value={value}>{children}</ComparingContext>;
}

/** Returns a model's price: the user's own where responses are compared, else the list's. */
export function usePrice(model: string): Price | undefined {
  const own = useContext(ComparingContext)?.prices[model];
  const listed = useListedModel(model)?.price;
  return own ?? listed;
}

const NONE: ReadonlySet<RankedMetric> = new Set();

/** Returns the best metrics of a response; undefined when nothing is compared. */
export function useResponseRank(turnId: string): ReadonlySet<RankedMetric> | undefined {
  const comparing = useContext(ComparingContext);
  return comparing && (comparing.ranks.get(turnId) ?? NONE);
}
