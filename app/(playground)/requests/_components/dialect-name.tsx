import { DIALECT_NAMES } from "#app/(playground)/requests/_model/request-facts.ts";
import { DialectDot } from "#components/ui/dialect-dot.tsx";

/** The API that the client used, with its colour and name. */
export function DialectName({ dialect }: { dialect: string | null }) {
  if (dialect === null) return <span className="text-muted-foreground">–</span>;
  const { name, page } = DIALECT_NAMES[dialect] ?? { name: dialect };
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {page ? (
        <DialectDot page={page} className="!size-1.5" />
      ) : (
        <span aria-hidden className="size-1.5 rounded-full bg-foreground/35" />
      )}
      {name}
    </span>
  );
}
