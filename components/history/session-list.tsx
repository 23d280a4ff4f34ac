"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { Suspense, useEffect, useMemo, useState } from "react";
import { type FilingFilter, matchesFilter } from "#lib/playground/history/filing.ts";
import type { SessionSummary } from "#lib/playground/history/history.ts";
import { createSessionSearch, type SessionMatch } from "#lib/playground/history/search-sessions.ts";
import { activeSyncs } from "#lib/playground/history/sync/sync-status.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { useStore } from "../use-store.ts";
import { SessionRow } from "./session-row.tsx";
import { StorageLine } from "./storage-line.tsx";

const FilingMenu = dynamic(() => import("./filing-menu.tsx").then((module) => module.FilingMenu));
const GatewayMatches = dynamic(() => import("./gateway-matches.tsx").then((module) => module.GatewayMatches));
const SyncLine = dynamic(() => import("./sync-line.tsx").then((module) => module.SyncLine));

const NO_FILTER: FilingFilter = {};

/**
 * Conversations by day, newest first, with the pinned ones first; above them a search over titles and messages. Parts
 * that are loaded meanwhile are in boundaries of their own: without, the page takes no input until they have come.
 */
export function SessionList() {
  const all = useChatState((state) => state.sessions);
  const current = useChatState((state) => state.session.id);
  const { page } = useChat().dialect;
  const isSynced = useStore(activeSyncs, ({ [page]: sync }) => sync !== undefined);
  const canAskGateway = useStore(activeSyncs, ({ [page]: sync }) => sync?.isOnline === true);
  const [query, setQuery] = useState("");
  const [wanted, setFilter] = useState<FilingFilter>({});
  // The last conversation of a folder or tag may have left it.
  const filter = all.some((session) => matchesFilter(session, wanted)) ? wanted : NO_FILTER;
  const sessions = useMemo(() => all.filter((session) => matchesFilter(session, filter)), [all, filter]);
  const isFiled = all.some(({ folder, tags }) => folder || tags?.length);
  const matches = useMatches(query, sessions);
  const found = matches ?? sessions;
  const shown = query.trim() === "" ? groupByDay(sessions) : [{ name: `Found ${found.length}`, members: found }];
  return (
    <div className="flex flex-col gap-3">
      {all.length === 0 ? (
        <p className="px-2.5 py-1 text-muted-foreground text-xs">Your chats appear here.</p>
      ) : (
        <SearchField query={query} onQuery={setQuery} />
      )}
      {isFiled && <FilingMenu sessions={all} filter={filter} onFilter={setFilter} />}
      {(all.length === 0 ? [] : shown).map(({ name, members }) => (
        <section key={name}>
          <h2 className="group-title px-2.5 pb-1">{query === "" ? name : <span role="status">{name}</span>}</h2>
          <ul className="flex flex-col gap-px">
            {members.map((session) => (
              <SessionRow key={session.id} session={session} current={session.id === current} />
            ))}
          </ul>
        </section>
      ))}
      {canAskGateway && matches && (
        <Suspense>
          <GatewayMatches query={query} filter={filter} shown={matches} />
        </Suspense>
      )}
      {/* At one place, also when the last conversation goes or the first comes: its dialog stays open. */}
      {isSynced && (
        <Suspense key="sync">
          <SyncLine />
        </Suspense>
      )}
      {all.length > 0 && <StorageLine count={all.length} />}
    </div>
  );
}

/** Search over titles and messages, which stays in sight. */
function SearchField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  return (
    <search className="sticky top-0 z-10 flex h-8 shrink-0 items-center gap-2 rounded-lg border border-transparent bg-muted px-2.5 focus-within:border-input pointer-coarse:h-10">
      <Search aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      <input
        type="search"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || query === "") return;
          // The key is handled: it must not also close the surrounding sheet.
          event.stopPropagation();
          onQuery("");
        }}
        aria-label="Search conversations"
        placeholder="Search"
        className="min-w-0 flex-1 bg-transparent text-[13px] outline-none max-sm:text-base"
      />
    </search>
  );
}

/** Returns the matches; undefined until the messages of all conversations have been read. */
function useMatches(query: string, sessions: readonly SessionSummary[]): readonly SessionMatch[] | undefined {
  const chat = useChat();
  const search = useMemo(() => createSessionSearch(chat.loadAll), [chat]);
  const [matches, setMatches] = useState<readonly SessionMatch[]>();
  useEffect(() => {
    if (query.trim() === "") {
      setMatches(undefined);
      return;
    }
    let latest = true;
    void search.search(query, sessions).then((found) => latest && setMatches(found));
    return () => {
      latest = false;
    };
  }, [search, query, sessions]);
  return matches;
}

function groupByDay(sessions: readonly SessionSummary[]): { name: string; members: readonly SessionSummary[] }[] {
  const pinned = sessions.filter((session) => session.pinned);
  const days = Map.groupBy(
    sessions.filter((session) => !session.pinned),
    (session) => getDay(session.updatedAt),
  );
  const groups = [...days].map(([name, members]) => ({ name, members }));
  return pinned.length > 0 ? [{ name: "Pinned", members: pinned }, ...groups] : groups;
}

function getDay(time: number): string {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - time) / 86_400_000);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return days <= 7 ? "This week" : days <= 31 ? "This month" : "Earlier";
}
