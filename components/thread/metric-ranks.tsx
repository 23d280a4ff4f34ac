"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { RankedMetric } from "#lib/playground/compare/rank-metrics.ts";

/** By turn: which of an answer's numbers are the best of those that it is compared with. */
export type MetricRanks = ReadonlyMap<string, ReadonlySet<RankedMetric>>;

const RanksContext = createContext<MetricRanks | undefined>(undefined);

export function RanksProvider({ ranks, children }: { ranks: MetricRanks; children: ReactNode }) {
  return <RanksContext value={ranks}>{children}</RanksContext>;
}

/** Undefined where nothing is compared. */
export function useAnswerRank(turnId: string): ReadonlySet<RankedMetric> | undefined {
  return useContext(RanksContext)?.get(turnId);
}
