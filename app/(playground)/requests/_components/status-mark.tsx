import { clsx } from "clsx";
import { getStatusTone, type StatusTone, statusWords } from "#app/(playground)/requests/_model/request-facts.ts";

/** Colour and shape by outcome: a dot for success, a ring for refused or cancelled requests, a square for failures. */
const DOTS: Record<StatusTone, string> = {
  good: "rounded-full bg-success",
  left: "rounded-full border-2 border-muted-foreground",
  refused: "rounded-full border-2 border-warning",
  broken: "rounded-[2px] bg-destructive",
};

export function StatusMark({ status }: { status: number }) {
  return (
    <span className="inline-flex items-center gap-2" title={statusWords(status)}>
      <span aria-hidden className={clsx("size-2 shrink-0", DOTS[getStatusTone(status)])} />
      <span className={clsx("text-numeric", status >= 500 && "text-destructive")}>{status}</span>
      <span className="sr-only">{statusWords(status)}</span>
    </span>
  );
}
