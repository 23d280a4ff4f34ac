"use client";

import { useEffect, useState } from "react";
import { type ColumnPlace, readColumns } from "#lib/playground/compare/column-places.ts";
import type { Comparison } from "#lib/playground/compare/comparison.ts";
import { endRestoring } from "#lib/playground/preferences.ts";
import { CompareShell } from "./compare-shell.tsx";
import { ComparisonProvider } from "./comparison-context.tsx";

const FIRST_COLUMNS: readonly ColumnPlace[] = [{ page: "chat" }, { page: "messages" }];

/** Opens the tab's comparison, with what the address names. Four dialects are much to load: the page is there before them. */
export function ComparePage() {
  const [comparison, setComparison] = useState<Comparison>();
  useEffect(() => {
    void import("#lib/playground/compare/open-comparison.ts").then(async ({ openComparison }) => {
      const opened = openComparison();
      const id = new URLSearchParams(location.search).get("session") ?? undefined;
      await opened.restore({ id, places: readColumns(location.hash) ?? FIRST_COLUMNS });
      setComparison(opened);
      endRestoring();
    });
  }, []);
  return (
    <ComparisonProvider comparison={comparison}>
      <CompareShell />
    </ComparisonProvider>
  );
}
