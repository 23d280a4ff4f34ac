import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import { describePrice, formatCost } from "#lib/playground/models/cost.ts";
import { hasFailed, type RouteAttempt } from "#lib/playground/models/route-attempts.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";

export type AttemptLine = RouteAttempt & {
  /** US dollars per million tokens. */
  price?: { input: number; output: number } | null | undefined;
  /** US dollars. */
  cost?: number | null | undefined;
};

/** A line for each attempt of a route: its model, status, time, lost fields and price. */
export function AttemptLines({ attempts, className }: { attempts: readonly AttemptLine[]; className?: string }) {
  return (
    <ol aria-label="Attempts" className={clsx("flex flex-col gap-1.5 text-[13px]", className)}>
      {attempts.map((attempt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
        <Line key={index} attempt={attempt} />
      ))}
    </ol>
  );
}

function Line({ attempt }: { attempt: AttemptLine }) {
  const { model, status, ms, lost, error, price, cost } = attempt;
  const failed = hasFailed(attempt);
  const Icon = failed ? X : Check;
  return (
    <li className="flex items-start gap-2">
      <Icon
        aria-hidden
        className={clsx("mt-[3px] size-3.5 shrink-0", failed ? "text-destructive" : "text-success")}
        strokeWidth={2.5}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 flex-1 font-mono text-xs/5 [overflow-wrap:anywhere]">{model}</span>
          <span className="text-numeric flex shrink-0 gap-x-3 whitespace-nowrap text-muted-foreground">
            <span className={failed ? "text-destructive" : "text-success"}>
              {status}
              <span className="sr-only">{failed ? ", failed" : ", responded"}</span>
            </span>
            <span>{formatDuration(ms)}</span>
            <Price price={price} cost={cost} />
          </span>
        </span>
        {error && <span className="block text-muted-foreground [overflow-wrap:anywhere]">{error}</span>}
        {lost.length > 0 && (
          <span className="block text-warning">
            Ignored: <span className="font-mono text-xs [overflow-wrap:anywhere]">{lost.join(", ")}</span>
          </span>
        )}
      </span>
    </li>
  );
}

/** The cost, where it is known, else the price of a million tokens. */
function Price({ price, cost }: Pick<AttemptLine, "price" | "cost">) {
  if (price && price.input === 0 && price.output === 0) return <span>free</span>;
  if (typeof cost === "number")
    return <span title="At current prices">{formatCost({ amount: cost, about: false })}</span>;
  if (!price) return <span title="The price is unknown">–</span>;
  return <span title="Price of a million input and output tokens">{describePrice(price)}</span>;
}
