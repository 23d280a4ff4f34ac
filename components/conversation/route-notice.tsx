import { Filter, Split } from "lucide-react";
import { describeSwitch } from "#lib/playground/models/route-attempts.ts";
import type { RouteFacts } from "#lib/playground/models/route-facts.ts";

/** Tells what the gateway did to a request: to which model it switched, and which fields it dropped. */
export function RouteNotice({
  route: { dropped, attempts = [] },
}: {
  route: Pick<RouteFacts, "dropped" | "attempts">;
}) {
  const change = describeSwitch(attempts);
  return (
    <>
      {change && (
        <p className="flex items-start gap-2 text-[13px] text-muted-foreground [overflow-wrap:anywhere]">
          <Split aria-hidden className="mt-[3px] size-3.5 shrink-0" />
          {change}
        </p>
      )}
      {dropped.length > 0 && <DroppedFields dropped={dropped} />}
    </>
  );
}

/** Lists fields of the header `x-gateway-dropped`, so that nothing is dropped silently. */
function DroppedFields({ dropped }: { dropped: readonly string[] }) {
  return (
    <p className="flex items-start gap-2 text-[13px] text-muted-foreground">
      <Filter aria-hidden className="mt-[3px] size-3.5 shrink-0" />
      <span>
        Ignored (not supported by this provider):{" "}
        {dropped.map((name, index) => (
          <span key={name}>
            {index > 0 && ", "}
            <code className="font-mono text-xs">{name}</code>
          </span>
        ))}
      </span>
    </p>
  );
}
