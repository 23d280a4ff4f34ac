"use client";

import { clsx } from "clsx";
import { type ReactNode, useSyncExternalStore } from "react";
import { useChatState } from "#components/chat/chat-context.tsx";
import { usePrice, useResponseRank } from "#components/conversation/metric-ranks.tsx";
import { useElapsed } from "#components/conversation/use-elapsed.ts";
import type { ChatRun } from "#lib/playground/chat/chat-run.ts";
import { listResponsesByQuestion, type RankedMetric } from "#lib/playground/compare/rank-metrics.ts";
import type { AssistantTurn } from "#lib/playground/conversation/transcript.ts";
import { calculateCost, describeCost, formatCost } from "#lib/playground/models/cost.ts";
import { formatCount, formatDuration, measure } from "#lib/playground/streams/metrics.ts";

/**
 * Metrics of a column's newest response, at the same place in every column: live while it runs, then with the best in
 * bold.
 */
export function Scoreboard({ onPrice }: { onPrice: () => void }) {
  const turn = useChatState((state) => listResponsesByQuestion(state.session.transcript).at(-1));
  const run = useChatState((state) => (turn ? state.runs[turn.id] : undefined));
  if (!turn) return <Cells cells={NO_NUMBERS} live={false} />;
  return run && turn.state === "streaming" ? (
    <LiveScore turn={turn} run={run} />
  ) : (
    <Score turn={turn} onPrice={onPrice} />
  );
}

function LiveScore({ turn, run }: { turn: AssistantTurn; run: ChatRun }) {
  const { answer, timings } = useSyncExternalStore(run.live.subscribe, run.live.get, run.live.get);
  const elapsed = useElapsed(run.startedAt, true);
  return <Numbers turn={{ ...turn, answer, timings: { ...timings, end: elapsed } }} live />;
}

function Score({ turn, onPrice }: { turn: AssistantTurn; onPrice: () => void }) {
  return <Numbers turn={turn} live={false} onPrice={onPrice} />;
}

type Cell = { label: string; title: string; value: ReactNode; best?: boolean };

const NONE = "—";
const NO_NUMBERS: readonly Cell[] = ["First token", "Tokens/s", "In / out", "Time", "Cost"].map((label) => ({
  label,
  title: "",
  value: NONE,
}));

function Numbers({ turn, live, onPrice }: { turn: AssistantTurn; live: boolean; onPrice?: () => void }) {
  const best = useResponseRank(turn.id);
  const price = usePrice(turn.model);
  const metrics = measure(turn.answer, turn.timings);
  const cost = calculateCost(metrics, price);
  const about = metrics.estimated ? "~" : "";
  const is = (metric: RankedMetric) => best?.has(metric);
  const cells: Cell[] = [
    {
      label: "First token",
      title: "Time to first token, measured in this browser",
      value: metrics.timeToFirstToken === undefined ? NONE : formatDuration(metrics.timeToFirstToken),
      best: is("timeToFirstToken"),
    },
    {
      label: "Tokens/s",
      title: "Output tokens divided by the time from the first to the last",
      value: metrics.tokensPerSecond === undefined ? NONE : about + metrics.tokensPerSecond.toFixed(1),
      best: is("tokensPerSecond"),
    },
    {
      label: "In / out",
      title: metrics.estimated ? "Output tokens, estimated from characters" : "Tokens, as counted by the provider",
      value:
        metrics.outputTokens === undefined
          ? NONE
          : `${metrics.inputTokens === undefined ? NONE : formatCount(metrics.inputTokens)} / ${about}${formatCount(metrics.outputTokens)}`,
    },
    {
      label: "Time",
      title: "Whole request",
      value: metrics.totalTime === undefined ? NONE : formatDuration(metrics.totalTime),
      best: is("totalTime"),
    },
    {
      label: "Cost",
      title: cost && price ? describeCost(metrics, price) : "Unknown price. Add your own.",
      value: cost ? formatCost(cost) : price === undefined && onPrice ? <PriceButton onClick={onPrice} /> : NONE,
      best: is("cost"),
    },
  ];
  return <Cells cells={cells} live={live} />;
}

function PriceButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Unknown price. Add your own."
      onClick={onClick}
      className="-mx-1 rounded px-1 text-muted-foreground underline decoration-foreground/30 decoration-dotted underline-offset-2 hover:text-foreground"
    >
      unknown
    </button>
  );
}

function Cells({ cells, live }: { cells: readonly Cell[]; live: boolean }) {
  return (
    <dl
      data-testid="scoreboard"
      className="grid shrink-0 grid-cols-[auto_auto_auto_auto_auto] justify-between gap-x-2 border-b bg-card px-4 py-1.5"
    >
      {cells.map(({ label, title, value, best }) => (
        <div key={label} data-tooltip={title || undefined} className="flex min-w-0 flex-col">
          <dt className="truncate text-xs text-muted-foreground leading-4">{label}</dt>
          <dd
            className={clsx(
              "whitespace-nowrap font-mono text-xs tabular-nums leading-5 tracking-tight transition-colors duration-500",
              live && "text-accent",
              best && "font-semibold text-success",
            )}
          >
            {value}
            {best && <span className="sr-only"> (best)</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
