"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useState } from "react";
import type { ConversationList, FoundConversation, WholeConversation } from "#lib/contract/stored-conversation.ts";
import { PAGE_NAMES, TEXT_PAGES } from "#lib/playground/conversion/page-names.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";
import type { FilingFilter } from "#lib/playground/history/filing.ts";
import { openHistory, type SessionSummary, type TextPage } from "#lib/playground/history/history.ts";
import { toSession } from "#lib/playground/history/sync/stored-session.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { showToast } from "../ui/toast.tsx";
import { SessionRow } from "./session-row.tsx";

/** Milliseconds after the last key press before the gateway is asked. */
const DELAY = 250;
const MOST = 20;

type Match = Pick<FoundConversation, "id" | "title" | "snippet"> & { page: TextPage };

/**
 * Conversations that the gateway's search finds besides those found here: with other accents, of another text page, or
 * not on this device yet. Shows nothing while the gateway cannot be reached.
 */
export function GatewayMatches({
  query,
  filter,
  shown,
}: {
  query: string;
  filter: FilingFilter;
  shown: readonly SessionSummary[];
}) {
  const sessions = useChatState((state) => state.sessions);
  const current = useChatState((state) => state.session.id);
  const heading = useId();
  const matches = useGatewayMatches(query, filter).filter(({ id }) => shown.every((other) => other.id !== id));
  if (matches.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="group-title px-2.5 pb-1">
        <span role="status">{matches.length} more on the gateway</span>
      </h2>
      <ul className="flex flex-col gap-px">
        {matches.map((match) => {
          const known = sessions.find(({ id }) => id === match.id);
          const excerpt = match.snippet ?? undefined;
          return known ? (
            <SessionRow
              key={match.id}
              session={{ ...known, ...(excerpt && { excerpt }) }}
              current={known.id === current}
            />
          ) : (
            <OtherRow key={match.id} match={match} />
          );
        })}
      </ul>
    </section>
  );
}

/** A conversation that this page does not list: a click loads it from the gateway. */
function OtherRow({ match: { id, title, page, snippet } }: { match: Match }) {
  const chat = useChat();
  const router = useRouter();

  async function open(): Promise<void> {
    try {
      const response = await requireGood(await callGateway(`/api/conversations/${id}`));
      const session = toSession((await response.json()) as WholeConversation);
      if (!session) throw new Error("Another program wrote it, in another form.");
      if (page === chat.dialect.page) {
        await chat.receive(id, (own) => own ?? session);
        await chat.open(id);
      } else {
        const history = openHistory(page);
        if (!(await history.load(id))) await history.save(session);
        router.push(`/${page}?session=${id}`);
      }
    } catch (failure) {
      showToast({ title: `Couldn’t open “${title}”`, detail: (failure as Error).message, kind: "error" });
    }
  }

  return (
    <li>
      <button
        type="button"
        data-session={id}
        onClick={() => void open()}
        className="flex min-h-8 w-full flex-col justify-center rounded-lg px-2.5 py-1 text-left text-muted-foreground transition-colors duration-150 hover:bg-foreground/[0.05] hover:text-foreground pointer-coarse:min-h-10"
      >
        <span className="w-full truncate">{title}</span>
        {page !== chat.dialect.page && <span className="w-full truncate text-xs">{PAGE_NAMES[page]}</span>}
        {snippet && (
          <span className="w-full truncate text-xs" title={snippet}>
            {snippet}
          </span>
        )}
      </button>
    </li>
  );
}

/** Returns what the gateway found for the query; nothing before its response and after a failure. */
function useGatewayMatches(query: string, filter: FilingFilter): readonly Match[] {
  const parameters = new URLSearchParams({
    ...{ q: query.trim().slice(0, 200), snippets: "true", limit: String(MOST) },
    ...filter,
  }).toString();
  const [found, setFound] = useState<{ parameters: string; matches: readonly Match[] }>();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      search(parameters, controller.signal).then(
        (matches) => setFound({ parameters, matches }),
        // The list shows the conversations that were found here.
        () => {},
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [parameters]);
  return found?.parameters === parameters ? found.matches : [];
}

async function search(parameters: string, signal: AbortSignal): Promise<Match[]> {
  const response = await requireGood(await callGateway(`/api/conversations?${parameters}`, { signal }));
  const { data } = (await response.json()) as ConversationList;
  return data.flatMap(({ id, title, snippet, page: name }) => {
    const page = TEXT_PAGES.find((known) => known === name);
    return page && snippet !== undefined ? [{ id, title, page, snippet }] : [];
  });
}
