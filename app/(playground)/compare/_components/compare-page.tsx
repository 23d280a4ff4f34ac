"use client";

import { useEffect, useState } from "react";
import type { Comparison } from "#app/(playground)/compare/_model/comparison.ts";
import { showToast } from "#components/ui/toast.tsx";
import { readColumns } from "#lib/playground/compare/column-places.ts";
import { takeHandedOver } from "#lib/playground/compare/handed-over.ts";
import { endRestoring } from "#lib/playground/shell/preferences.ts";
import { CompareShell } from "./compare-shell.tsx";
import { ComparisonProvider } from "./comparison-context.tsx";

/**
 * Opens the tab's comparison with the columns that the address names. Four dialects are slow to load, so the page
 * renders before them.
 */
export function ComparePage() {
  const [comparison, setComparison] = useState<Comparison>();
  useEffect(() => {
    const follow = async () => {
      const { openComparison } = await import("#app/(playground)/compare/_model/open-comparison.ts");
      const opened = openComparison();
      const query = new URLSearchParams(location.search);
      const id = query.get("session") ?? undefined;
      const tour = query.get("tour");
      const given = takeHandedOver();
      if (given) {
        const { openHandedOver } = await import("#app/(playground)/compare/_model/open-handed-over.ts");
        const lost = await openHandedOver(opened, given);
        if (lost.length > 0) showToast({ title: "Sent on in part", detail: lost.join(" ") });
      } else await opened.restore({ id, places: readColumns(location.hash) });
      setComparison(opened);
      endRestoring();
      if (!tour) return;
      const { playTourStop } = await import("#app/(playground)/compare/_model/play-tour-stop.ts");
      await playTourStop(opened, tour);
    };
    void follow();
    // Pasting a link to other columns over this address changes only the hash, which loads no page.
    const onHash = () => void follow();
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  return (
    <ComparisonProvider comparison={comparison}>
      <CompareShell />
    </ComparisonProvider>
  );
}
