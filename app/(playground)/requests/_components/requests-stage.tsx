"use client";

import { ArrowUp } from "lucide-react";
import { useEffect, useRef } from "react";
import { isFiltered, type RequestFilters } from "#app/(playground)/requests/_model/request-filters.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { RowsFigure } from "#components/ui/record-figures.tsx";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";
import { RequestTable } from "./request-table.tsx";
import type { Requests } from "./use-requests.ts";

/** The rows, or the reason that none are shown. */
export function RequestsStage({
  requests,
  filters,
  opened,
  onOpen,
  onClear,
}: {
  requests: Requests;
  filters: RequestFilters | undefined;
  /** ID of the row whose details are open. */
  opened: string | undefined;
  onOpen: (request: LoggedRequest) => void;
  onClear: () => void;
}) {
  const { rows, problem, retry, showOlder, loadingOlder, freshCount, showFresh } = requests;
  const scroller = useRef<HTMLDivElement>(null);
  // At the top of the list new rows are inserted automatically, because nothing below is being read.
  useEffect(() => {
    const isReading = opened !== undefined || (scroller.current?.scrollTop ?? 0) > 0;
    if (freshCount > 0 && !isReading) showFresh();
  }, [freshCount, opened, showFresh]);

  const filtered = filters !== undefined && isFiltered(filters);
  const empty = !problem && rows?.length === 0 && !showOlder;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {freshCount > 0 && (
        <Button
          size="small"
          className="!absolute top-11 left-1/2 z-20 -translate-x-1/2 animate-rise !rounded-full bg-popover shadow-float"
          onClick={() => {
            showFresh();
            scroller.current?.scrollTo({ top: 0 });
          }}
        >
          <ArrowUp aria-hidden />
          {freshCount} new
        </Button>
      )}
      <div ref={scroller} className="@container flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
        {problem && (
          <ReadFailure what="the requests" why={problem} onRetry={retry}>
            {filtered && <Button onClick={onClear}>Clear filters</Button>}
          </ReadFailure>
        )}
        {empty && (filtered ? <NothingFits onClear={onClear} /> : <NoRequests />)}
        {!problem && !empty && <RequestTable rows={rows} opened={opened} onOpen={onOpen} />}
        {rows && !problem && !empty && (
          <footer className="flex h-14 items-center justify-center text-[13px] text-muted-foreground">
            {showOlder ? (
              <Button size="small" disabled={loadingOlder} onClick={showOlder}>
                {loadingOlder ? "Loading older requests…" : "Show older requests"}
              </Button>
            ) : (
              "No older requests."
            )}
          </footer>
        )}
      </div>
      <p role="status" className="sr-only">
        {freshCount > 0 && `${freshCount} new requests`}
      </p>
    </div>
  );
}

function NothingFits({ onClear }: { onClear: () => void }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <p className="text-muted-foreground">No requests match these filters.</p>
      <Button onClick={onClear}>Clear filters</Button>
    </div>
  );
}

function NoRequests() {
  return (
    <NoRecords
      figure={<RowsFigure />}
      docs={PAGE_DOCS["/requests"] ?? "/docs"}
      title="No requests yet"
      actions={
        <ButtonLink variant="primary" href="/chat">
          Open the playground
        </ButtonLink>
      }
    >
      Send a request from the playground or from your own code.
    </NoRecords>
  );
}
