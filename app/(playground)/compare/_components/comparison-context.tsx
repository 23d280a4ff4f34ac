"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Comparison } from "#app/(playground)/compare/_model/comparison.ts";
import type { ComparisonState } from "#app/(playground)/compare/_model/comparison-state.ts";
import { useStore } from "#components/use-store.ts";
import { createStore } from "#lib/playground/shell/create-store.ts";

const ComparisonContext = createContext<Comparison | undefined>(undefined);

/** State that the page shows until its controller is loaded. */
const CLOSED = createStore<ComparisonState>({
  id: "",
  columns: [],
  ready: false,
  list: [],
  running: [],
  empty: true,
  address: "",
  prices: {},
});

export function ComparisonProvider({
  comparison,
  children,
}: {
  comparison: Comparison | undefined;
  children: ReactNode;
}) {
  return <ComparisonContext value={comparison}>{children}</ComparisonContext>;
}

/** Returns the controller, or undefined until it is loaded. Its methods never change. */
export function useComparison(): Comparison | undefined {
  return useContext(ComparisonContext);
}

export function useComparisonState<Selected>(select: (state: ComparisonState) => Selected): Selected {
  return useStore(useComparison()?.store ?? CLOSED, select);
}
