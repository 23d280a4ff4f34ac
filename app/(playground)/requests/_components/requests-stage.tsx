"use client";

import { ArrowUp, ScrollText } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import type { LoggedRequest } from "#lib/gateway/requests/logged-request.ts";
import { isFiltered, type RequestFilters } from "#lib/playground/requests/request-filters.ts";
import { Button } from "../../../../components/ui/button.tsx";
import { ReadFailure } from "../../../../components/ui/read-failure.tsx";
import { RequestTable } from "./request-table.tsx";
import type { Requests } from "./use-requests.ts";

/** The rows, or why there are none to be seen. */
export function RequestsStage({
  requests,
  filters,
  opened,
  onOpen,
  onClear,
}: {
  requests: Requests;
  filters: RequestFilters | undefined;
  /** The row whose details are open. */
  opened: string | undefined;
  onOpen: (request: LoggedRequest) => void;
  onClear: () => void;
}) {
  const { rows, problem, retry, showOlder, loadingOlder, freshCount, showFresh } = requests;
  const scroller = useRef<HTMLDivElement>(null);
  // At the top nothing is being read below: new rows come in by themselves.
  useEffect(() => {
    const isReading = opened !== undefined || (scroller.current?.scrollTop ?? 0) > 0;
    if (freshCount > 0 && !isReading) showFresh();
  }, [freshCount, opened, showFresh]);

  if (problem) {
    return (
      <ReadFailure what="The requests" why={problem} onRetry={retry}>
        {filters && isFiltered(filters) && <Button onClick={onClear}>Clear the filters</Button>}
      </ReadFailure>
    );
  }
  if (rows?.length === 0 && !showOlder) {
    return filters && isFiltered(filters) ? <NothingFits onClear={onClear} /> : <NoRequests />;
  }
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
      <div ref={scroller} className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <RequestTable rows={rows} opened={opened} onOpen={onOpen} />
        {rows && (
          <footer className="flex h-14 items-center justify-center text-[13px] text-muted-foreground">
            {showOlder ? (
              <Button size="small" disabled={loadingOlder} onClick={showOlder}>
                {loadingOlder ? "Reading older requests…" : "Show older requests"}
              </Button>
            ) : (
              "The log ends here."
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
      <p className="text-muted-foreground">No request fits these filters.</p>
      <Button onClick={onClear}>Clear the filters</Button>
    </div>
  );
}

function NoRequests() {
  return (
    <div className="stage-glow flex flex-1 flex-col items-center justify-center p-6 text-center">
      <span className="grid size-11 place-items-center rounded-2xl border bg-card">
        <ScrollText aria-hidden className="size-5 text-muted-foreground" />
      </span>
      <h2 className="mt-4 font-medium text-2xl tracking-[-0.02em]">No requests yet</h2>
      <p className="mt-1.5 max-w-[30rem] text-balance text-muted-foreground">
        Every request of a model is listed here when it has ended: who sent it, which upstream answered, tokens, times
        and what went wrong. Prompts and answers are not in the log.
      </p>
      <Link
        href="/chat"
        className="mt-5 inline-flex h-8 items-center rounded-lg bg-primary px-3 font-medium text-primary-foreground transition-colors duration-150 hover:bg-primary/85 pointer-coarse:h-10"
      >
        Send the first one
      </Link>
    </div>
  );
}
