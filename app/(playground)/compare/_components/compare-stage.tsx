"use client";

import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { useEffect, useRef } from "react";
import { ChatProvider } from "#components/chat/chat-context.tsx";
import { attachToMessage } from "#components/composer/attach-to-message.ts";
import { Composer } from "#components/composer/composer.tsx";
import { usePageDrop } from "#components/composer/use-page-drop.ts";
import { prefetchMarkdown } from "#components/conversation/markdown.tsx";
import { RanksProvider } from "#components/conversation/metric-ranks.tsx";
import { Greeting, StageEnd, Suggestions } from "#components/stage/empty-stage.tsx";
import { DocsLine } from "#components/ui/docs-line.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";
import { NEW_COMPARISON_DRAFT } from "#lib/playground/history/drafts.ts";
import { ColumnView } from "./column-view.tsx";
import type { CompareOverlay } from "./compare-overlay.ts";
import { useComparison, useComparisonState } from "./comparison-context.tsx";
import { COMPARE_DEMOS } from "./demos.ts";
import { PageTabs } from "./page-tabs.tsx";
import { useLockedScroll } from "./use-locked-scroll.ts";
import { useRanks } from "./use-ranks.ts";

const RaceChart = dynamic(() => import("./race-chart.tsx").then((module) => module.RaceChart), {
  loading: () => <div className="h-[93px] border-b bg-card" />,
});

const PLACEHOLDERS: Record<number, string> = { 2: "Ask both", 3: "Ask all three", 4: "Ask all four" };

/** The columns above the one message field. The field keeps its place when the first message is sent. */
export function CompareStage({ locked, onOverlay }: { locked: boolean; onOverlay: (overlay: CompareOverlay) => void }) {
  const comparison = useComparison();
  const catalogue = useCatalogue();
  const columns = useComparisonState((state) => state.columns);
  const id = useComparisonState((state) => state.id);
  const empty = useComparisonState((state) => state.empty);
  const running = useComparisonState((state) => state.running.length > 0);
  const blocked = useComparisonState((state) => state.blocked);
  const ranks = useRanks(columns);
  const prices = useComparisonState((state) => state.prices);
  const row = useRef<HTMLDivElement>(null);
  useLockedScroll(row, locked);
  usePageDrop((files, taken) => {
    if (!taken) attachToMessage(files);
  });
  // The Markdown renderer is needed once the first column has text.
  useEffect(() => {
    if (!empty) prefetchMarkdown();
  }, [empty]);
  const first = columns[0];

  return (
    <div className={clsx("flex min-h-0 flex-1 flex-col", empty && "empty-stage overflow-y-auto")}>
      <PageTabs row={row} columns={columns} />
      {!empty && <RaceChart columns={columns} />}
      <div
        ref={row}
        data-testid="columns"
        className={clsx(
          "grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col overflow-x-auto overscroll-x-contain sm:snap-none sm:auto-cols-[minmax(20rem,1fr)]",
          empty ? "min-h-[75px] shrink-0 pointer-coarse:min-h-[91px]" : "min-h-0 flex-1",
        )}
      >
        <RanksProvider ranks={ranks} prices={prices}>
          {columns.map((column, index) => (
            <ChatProvider key={column.id} chat={column.chat}>
              <ColumnView column={column} index={index} empty={empty} catalogue={catalogue} onOverlay={onOverlay} />
            </ChatProvider>
          ))}
        </RanksProvider>
      </div>
      {empty && (
        <Greeting
          title="Compare models side by side"
          detail="All requests are sent at the same time."
          problem={catalogue.problem && `Couldn’t load the models: ${catalogue.problem}`}
          className="until-restored"
        />
      )}
      <div className={clsx("mx-auto w-full max-w-[47rem] shrink-0 px-3 pt-2", !empty && "pb-safe", "until-restored")}>
        {first ? (
          <ChatProvider chat={first.chat}>
            <Composer
              draftKey={empty ? NEW_COMPARISON_DRAFT : id}
              running={running}
              placeholder={PLACEHOLDERS[columns.length] ?? "Ask all"}
              blocked={blocked}
              onFocus={prefetchMarkdown}
              onSend={(draft) => void comparison?.send(draft)}
              onStop={() => comparison?.stop()}
            />
          </ChatProvider>
        ) : (
          <div aria-hidden className="h-[102px] rounded-3xl border bg-card shadow-composer pointer-coarse:h-[110px]" />
        )}
      </div>
      {empty && (
        <Suggestions
          className="until-restored"
          items={COMPARE_DEMOS}
          onChoose={async (demo) => {
            prefetchMarkdown();
            comparison?.startNew(await demo.columns(catalogue));
            await comparison?.send({ text: demo.prompt, attachments: [] });
          }}
        >
          <DocsLine href={PAGE_DOCS["/compare"] ?? "/docs"} />
        </Suggestions>
      )}
      {empty && <StageEnd />}
    </div>
  );
}
