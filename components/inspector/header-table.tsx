import type { TraceHeader } from "#lib/playground/trace/trace.ts";

/** Headers by name. The gateway's own headers come first and are highlighted. */
export function HeaderTable({ headers }: { headers: readonly TraceHeader[] }) {
  const own = (name: string) => name.startsWith("x-gateway-") || name === "x-request-id";
  const sorted = headers.toSorted(
    ([one], [other]) => Number(own(other)) - Number(own(one)) || one.localeCompare(other),
  );
  return (
    <dl className="px-3 py-2">
      {sorted.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and the list does not change
        <div key={index} className="flex gap-3 py-px max-sm:flex-col max-sm:gap-0 max-sm:py-1">
          <dt className="w-56 shrink-0 text-muted-foreground max-sm:w-auto">{name}</dt>
          <dd className={`min-w-0 [overflow-wrap:anywhere] ${own(name) ? "text-accent" : ""}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
