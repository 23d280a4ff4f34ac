import { ChartColumn, MessageCircle } from "lucide-react";
import Link from "next/link";
import type { UsageRange } from "#lib/playground/usage/usage-view.ts";

const WHEN: Record<UsageRange, string> = {
  today: "today",
  "7d": "in the last 7 days",
  "30d": "in the last 30 days",
  "90d": "in the last 90 days",
  custom: "on these days",
};

/** What to do so that there is something to see. */
export function NoUsage({ range, keptDays }: { range: UsageRange; keptDays: number }) {
  return (
    <div className="stage-glow flex flex-1 flex-col items-center justify-center py-16 text-center">
      <span className="grid size-11 place-items-center rounded-2xl border bg-card">
        <ChartColumn aria-hidden className="size-5 text-muted-foreground" />
      </span>
      <h2 className="mt-4 font-medium text-2xl tracking-[-0.02em]">No requests {WHEN[range]}</h2>
      <p className="mt-1.5 max-w-[30rem] text-balance text-muted-foreground">
        Ask a model something, here or with your own program, and its requests, tokens, cost and speed are summed up on
        this page. Sums go back {keptDays} days.
      </p>
      <Link
        href="/chat"
        className="mt-5 inline-flex h-8 items-center gap-1.5 rounded-lg bg-primary px-3 font-medium text-primary-foreground transition-colors duration-150 hover:bg-primary/85 pointer-coarse:h-10"
      >
        <MessageCircle aria-hidden className="size-3.5" />
        Send the first message
      </Link>
      <Link href="/" className="mt-3 text-[13px] text-muted-foreground underline-offset-4 hover:underline">
        Or see the address for your SDK
      </Link>
    </div>
  );
}
