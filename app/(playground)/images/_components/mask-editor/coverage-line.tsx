import { TriangleAlert } from "lucide-react";
import type { Coverage } from "#app/(playground)/images/_model/mask/plane/coverage.ts";
import { describeCoverage } from "#app/(playground)/images/_model/mask/plane/describe-coverage.ts";

export function CoverageLine({ coverage }: { coverage: Coverage }) {
  const full = coverage.kind === "full";
  return (
    <div className="flex items-center gap-3" data-coverage={coverage.kind}>
      <div
        aria-hidden
        className="h-1.5 w-20 shrink-0 max-sm:w-10 overflow-hidden rounded-full bg-foreground/10 forced-color-adjust-none"
      >
        <div
          className={full ? "h-full bg-warning" : "h-full bg-accent"}
          style={{ width: coverage.kind === "empty" ? 0 : `max(3px, ${coverage.share * 100}%)` }}
        />
      </div>
      <p role="status" className={full ? "flex items-center gap-1.5 text-warning" : "text-muted-foreground"}>
        {full && <TriangleAlert aria-hidden className="size-3.5" />}
        {describeCoverage(coverage)}
      </p>
    </div>
  );
}
