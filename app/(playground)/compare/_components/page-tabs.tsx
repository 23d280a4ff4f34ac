"use client";

import { clsx } from "clsx";
import { type RefObject, useEffect, useState } from "react";
import type { Column } from "#app/(playground)/compare/_model/column.ts";
import { DialectDot } from "#components/ui/dialect-dot.tsx";
import { API_NAMES } from "#lib/playground/conversion/page-names.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { useComparisonState } from "./comparison-context.tsx";

/** Names of the APIs that fit four beside each other on a phone. */
const SHORT_NAMES: Record<TextPage, string> = {
  chat: "Chat",
  responses: "Responses",
  messages: "Messages",
  "generate-content": "Gemini",
};

/** Tabs for phones, where one column fills the screen: they switch columns, as a swipe does. */
export function PageTabs({ row, columns }: { row: RefObject<HTMLElement | null>; columns: readonly Column[] }) {
  const [shown, setShown] = useState(0);
  const running = useComparisonState((state) => state.running);

  useEffect(() => {
    const container = row.current;
    if (!container) return;
    const onScroll = () => setShown(Math.round(container.scrollLeft / Math.max(1, container.clientWidth)));
    container.addEventListener("scroll", onScroll, { passive: true });
    return () => container.removeEventListener("scroll", onScroll);
  }, [row]);

  return (
    <nav aria-label="Columns" className="flex min-h-[53px] shrink-0 gap-1 border-b px-2 py-1.5 sm:hidden">
      {columns.map(({ id, page }, index) => (
        <button
          key={id}
          type="button"
          aria-current={index === shown ? "true" : undefined}
          onClick={() => row.current?.scrollTo({ left: index * row.current.clientWidth, behavior: "smooth" })}
          className={clsx(
            "flex h-10 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-[10px] px-1 text-[13px] transition-colors",
            index === shown ? "bg-accent/10 font-medium" : "text-muted-foreground",
          )}
        >
          <DialectDot page={page} className={clsx(running.includes(id) && "animate-pulse")} />
          <span aria-hidden className="truncate">
            {SHORT_NAMES[page]}
            {columns.filter((column) => column.page === page).length > 1 && ` ${index + 1}`}
          </span>
          <span className="sr-only">
            {API_NAMES[page]}, column {index + 1}
          </span>
        </button>
      ))}
    </nav>
  );
}
