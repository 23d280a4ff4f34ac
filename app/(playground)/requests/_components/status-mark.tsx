import { clsx } from "clsx";
import { getStatusTone, type StatusTone, statusWords } from "#app/(playground)/requests/_model/request-facts.ts";

/** Colour and shape by outcome: a dot for success, a ring for refused or cancelled requests, a square for failures. */
const DOTS: Record<StatusTone, string> = {
  good: "rounded-full bg-success",
  left: "rounded-full border-[1.5px] border-muted-foreground",
  refused: "rounded-full border-[1.5px] border-warning",
  broken: "rounded-[2px] bg-destructive",
};

const PILLS: Record<StatusTone, string> = {
  good: "border-success/25 bg-success/[0.06] text-success",
  left: "text-muted-foreground",
  refused: "border-warning/30 bg-warning/[0.07] text-warning",
  broken: "border-destructive/30 bg-destructive/[0.07] text-destructive",
};

export function StatusMark({ status }: { status: number }) {
  const tone = getStatusTone(status);
  return (
    <span
      className={clsx("inline-flex h-[22px] items-center gap-1.5 rounded-full border px-2", PILLS[tone])}
      title={statusWords(status)}
    >
      <span aria-hidden className={clsx("size-1.5 shrink-0", DOTS[tone])} />
      <span className="text-xs tabular-nums">{status}</span>
      <span className="sr-only">{statusWords(status)}</span>
    </span>
  );
}
