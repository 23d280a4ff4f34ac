"use client";

import dynamic from "next/dynamic";
import { useCallback, useEffect, useState } from "react";
import { useShownParameter } from "#components/parameters/show-parameter.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PromptList } from "#components/shell/prompt-list.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import { CompareAnnouncer } from "./compare-announcer.tsx";
import type { CompareOverlay } from "./compare-overlay.ts";
import { CompareStage } from "./compare-stage.tsx";
import { CompareTopBar } from "./compare-top-bar.tsx";
import { useComparison, useComparisonState } from "./comparison-context.tsx";

const ColumnSettings = dynamic(() => import("./column-settings.tsx").then((module) => module.ColumnSettings));
const PriceDialog = dynamic(() => import("./price-dialog.tsx").then((module) => module.PriceDialog));
const DiffDialog = dynamic(() => import("./diff-dialog.tsx").then((module) => module.DiffDialog));
const CompareInspector = dynamic(() => import("./compare-inspector.tsx").then((module) => module.CompareInspector));
const CompareGallery = dynamic(() => import("./compare-gallery.tsx").then((module) => module.CompareGallery));

/** Layout of the compare page. */
export function CompareShell() {
  const comparison = useComparison();
  const { defaultModel, signedIn } = useCatalogue();
  const [overlay, setOverlay] = useState<CompareOverlay>();
  const [locked, setLocked] = useState(false);
  const firstColumn = useComparisonState(({ columns }) => columns[0]?.id);
  const empty = useComparisonState((state) => state.empty);

  useEffect(() => comparison?.setDefaultModel(defaultModel), [comparison, defaultModel]);
  useComparisonInAddress(signedIn);

  const startNew = useCallback(() => {
    comparison?.startNew();
    document.querySelector<HTMLElement>("#composer")?.focus();
  }, [comparison]);
  const toggleSettings = useCallback(() => {
    setOverlay((shown) => (shown || !firstColumn ? undefined : { name: "settings", column: firstColumn }));
  }, [firstColumn]);
  useShownParameter(({ name: parameter, owner }) => {
    const column = comparison?.store.get().columns.find(({ chat }) => chat === owner);
    if (column) setOverlay({ name: "settings", column: column.id, parameter });
  });
  const stop = useCallback(() => comparison?.stop(), [comparison]);
  const close = useCallback(() => setOverlay(undefined), []);
  usePageKeys({ onPanel: toggleSettings, onNew: startNew, onStop: stop });

  return (
    <>
      <AppShell
        sessions={<ComparisonList />}
        newLabel="New comparison"
        onNew={startNew}
        topBar={
          <CompareTopBar
            locked={locked}
            onLock={() => setLocked(!locked)}
            onDiff={() => setOverlay({ name: "diff" })}
            onNew={startNew}
          />
        }
        panel={null}
        inspector={(close) => <CompareInspector onClose={close} />}
      >
        <CompareStage locked={locked} onOverlay={setOverlay} />
      </AppShell>
      {overlay?.name === "settings" && (
        <ColumnSettings columnId={overlay.column} parameter={overlay.parameter} onClose={close} />
      )}
      {overlay?.name === "price" && <PriceDialog columnId={overlay.column} onClose={close} />}
      {overlay?.name === "diff" && <DiffDialog onClose={close} />}
      {!empty && <CompareGallery />}
      <CompareAnnouncer />
    </>
  );
}

function ComparisonList() {
  const comparison = useComparison();
  const list = useComparisonState((state) => state.list);
  const id = useComparisonState((state) => state.id);
  if (list.length === 0)
    return <p className="px-2.5 py-1 text-muted-foreground text-xs">Your comparisons appear here.</p>;
  return (
    <PromptList
      title="Comparisons"
      items={list}
      selected={id}
      getWords={({ title }) => title}
      onSelect={(chosen) => void comparison?.open(chosen)}
    />
  );
}

/**
 * Writes the columns into the fragment, for reloads and sharing, and the comparison's ID as `session`, for reloads.
 * Waits until the session is known to be signed in: a changed address would cancel the redirect to the sign-in page.
 */
function useComparisonInAddress(signedIn: boolean): void {
  const ready = useComparisonState((state) => state.ready);
  const stored = useComparisonState((state) => (state.empty ? undefined : state.id));
  const columns = useComparisonState((state) => state.address);
  useEffect(() => {
    if (!ready || !signedIn) return;
    history.replaceState(null, "", `/compare${stored ? `?session=${stored}` : ""}#${columns}`);
  }, [ready, signedIn, stored, columns]);
}
