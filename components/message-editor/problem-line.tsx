import { clsx } from "clsx";
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { MessageProblem } from "#lib/playground/conversation/message-problems.ts";

/** One problem, shown in place. Its icon also shows its kind. */
export function ProblemLine({ problem: { kind, text } }: { problem: MessageProblem }) {
  const Icon = kind === "error" ? CircleAlert : TriangleAlert;
  return (
    <p
      className={clsx(
        "flex items-start gap-1.5 text-[13px] leading-[18px]",
        kind === "error" ? "text-destructive" : "text-warning",
      )}
    >
      <Icon role="img" aria-label={kind === "error" ? "Error" : "Warning"} className="mt-0.5 size-3.5 shrink-0" />
      {text}
    </p>
  );
}
