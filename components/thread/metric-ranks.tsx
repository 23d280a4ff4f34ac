"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { RankedMetric } from "#lib/playground/compare/rank-metrics.ts";
import type { Price } from "#lib/playground/models/cost.ts";
import { useListedModel } from "../use-catalogue.ts";

/** By turn: which of an answer's numbers are the best of those that it is compared with. */
export type MetricRanks = ReadonlyMap<string, ReadonlySet<RankedMetric>>;

type Comparing = {
  ranks: MetricRanks;
  /** The reader's own, by model. */
  prices: { [model: string]: Price };
};

const ComparingContext = createContext<Comparing | undefined>(undefined);

export function RanksProvider({ ranks, prices, children }: Comparing & { children: ReactNode }) {
  const value = useMemo(() => ({ ranks, prices }), [ranks, prices]);
  return <ComparingContext value={value}>{children}</ComparingContext>;
}

/** What the model costs: the reader's own price where answers are compared, else the list's. */
export function usePrice(model: string): Price | undefined {
  const own = useContext(ComparingContext)?.prices[model];
  const listed = useListedModel(model)?.price;
  return own ?? listed;
}

/** Undefined where nothing is compared. */
export function useAnswerRank(turnId: string): ReadonlySet<RankedMetric> | undefined {
  return useContext(ComparingContext)?.ranks.get(turnId);
}
