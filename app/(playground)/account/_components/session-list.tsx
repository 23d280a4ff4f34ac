"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { describeBrowser } from "#app/(playground)/account/_model/describe-browser.ts";
import { Button } from "#components/ui/button.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { RECORD_CELL, RecordTable, WIDE_ONLY } from "#components/ui/record-table.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Select } from "#components/ui/select.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useNow } from "#components/use-now.ts";
import { useRecordPages } from "#components/use-record-pages.ts";
import type { BrowserSession } from "#lib/contract/person.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import { isAdmin, type SignedIn } from "#lib/playground/gateway/gateway-session.ts";

const COLUMNS = [
  { name: "Browser" },
  { name: "Signed in", className: WIDE_ONLY },
  { name: "Last seen", className: WIDE_ONLY },
  { name: "Session", className: "text-right" },
];
const SCOPES = [
  { value: "own", label: "My sessions" },
  { value: "all", label: "All sessions" },
];

/** Browsers that are signed in, each with a button that ends its session. */
export function SessionList({ session }: { session: SignedIn }) {
  const [scope, setScope] = useState("own");
  const path = scope === "all" ? "/api/sessions?all=true" : "/api/sessions";
  const { entries, isLoading, error, refetch, more } = useRecordPages<BrowserSession>(path, true);
  const now = useNow(30_000);
  const end = async ({ id }: BrowserSession) => {
    try {
      await requireGood(await callGateway(`/api/sessions/${id}`, { method: "DELETE" }));
      showToast({ kind: "success", title: "Ended the session" });
    } catch (failure) {
      const detail = failure instanceof Error ? failure.message : "The gateway didn’t respond.";
      showToast({ kind: "error", title: "Couldn’t end the session", detail });
    }
    refetch();
  };
  return (
    <section aria-labelledby="sessions-title" className="flex flex-col">
      <div className="mx-auto flex w-full max-w-page items-center justify-between gap-3 px-4 pb-2">
        <h2 id="sessions-title" className="font-medium">
          Sessions
        </h2>
        {isAdmin(session) && <Select label="Sessions of" options={SCOPES} value={scope} onChange={setScope} />}
      </div>
      {error ? (
        <ReadFailure what="the sessions" why={error.message} onRetry={refetch} />
      ) : (
        <RecordTable label="Sessions" columns={COLUMNS} loading={isLoading} onMore={more}>
          {entries.map((entry) => (
            <SessionRow
              key={entry.id}
              entry={entry}
              now={now}
              showOwner={scope === "all"}
              onEnd={() => void end(entry)}
            />
          ))}
        </RecordTable>
      )}
    </section>
  );
}

function SessionRow({
  entry,
  now,
  showOwner,
  onEnd,
}: {
  entry: BrowserSession;
  now: number;
  showOwner: boolean;
  onEnd: () => void;
}) {
  const { current, owner, created_at, last_seen_at: seen, address, user_agent } = entry;
  const browser = describeBrowser(user_agent);
  return (
    <tr>
      <td className={clsx(RECORD_CELL, "max-w-0 md:w-1/2")}>
        <span className="block truncate" title={user_agent ?? undefined}>
          {showOwner ? owner.name : browser}
        </span>
        <span className="block truncate text-muted-foreground text-xs">
          {[showOwner && browser, address].filter(Boolean).join(" · ")}
        </span>
      </td>
      <td className={clsx(RECORD_CELL, WIDE_ONLY, "whitespace-nowrap text-muted-foreground")}>
        <RelativeTime time={created_at} now={now} past />
      </td>
      <td className={clsx(RECORD_CELL, WIDE_ONLY, "whitespace-nowrap text-muted-foreground")}>
        {seen === null ? "—" : <RelativeTime time={seen} now={now} past />}
      </td>
      <td className={clsx(RECORD_CELL, "whitespace-nowrap text-right")}>
        {current ? (
          <span className="text-muted-foreground">This browser</span>
        ) : (
          <Button aria-label={`End session: ${showOwner ? owner.name : browser}`} onClick={onEnd}>
            End session
          </Button>
        )}
      </td>
    </tr>
  );
}
