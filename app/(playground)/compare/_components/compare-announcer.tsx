"use client";

import { useEffect, useRef, useState } from "react";
import type { Column } from "#app/(playground)/compare/_model/column.ts";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import { noteStreaming } from "#lib/playground/chat/streaming-pages.ts";
import { listResponsesByQuestion } from "#lib/playground/compare/rank-metrics.ts";
import { useComparison, useComparisonState } from "./comparison-context.tsx";

/** The page's one polite live region: announces that responses are running and how they ended. */
export function CompareAnnouncer() {
  const comparison = useComparison();
  const running = useComparisonState((state) => state.running.length);
  const before = useRef(0);
  const [words, setWords] = useState("");

  useEffect(() => {
    if (running > before.current) setWords(running === 1 ? "Generating a response" : `Generating ${running} responses`);
    else if (running === 0 && before.current > 0) setWords(describeOutcomes(comparison?.store.get().columns ?? []));
    before.current = running;
  }, [comparison, running]);

  const any = running > 0;
  useEffect(() => {
    noteStreaming("compare", any);
    return () => noteStreaming("compare", false);
  }, [any]);

  return (
    <div aria-live="polite" className="sr-only" data-testid="announcer">
      {words}
    </div>
  );
}

function describeOutcomes(columns: readonly Column[]): string {
  const states = columns.map(({ chat }) => {
    const state = chat.store.get();
    return runningTurn(state)?.state ?? listResponsesByQuestion(state.session.transcript).at(-1)?.state;
  });
  const count = (wanted: string) => states.filter((state) => state === wanted).length;
  const parts = [`${count("complete")} of ${columns.length} responses complete`];
  if (count("failed") > 0) parts.push(`${count("failed")} failed`);
  if (count("stopped") > 0) parts.push(`${count("stopped")} stopped`);
  return parts.join(", ");
}
