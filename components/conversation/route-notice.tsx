import { Filter } from "lucide-react";

/** Lists fields that the gateway dropped (header `x-gateway-dropped`), so that nothing is dropped silently. */
export function RouteNotice({ dropped }: { dropped: readonly string[] }) {
  if (dropped.length === 0) return null;
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
