import { ArrowRight } from "lucide-react";
import type { SettingChange } from "#lib/playground/sharing/compare-settings.ts";

/** Settings that would be set, changed or unset, one per row. */
export function SettingChanges({ changes }: { changes: readonly SettingChange[] }) {
  return (
    <dl aria-label="What changes" className="flex flex-col divide-y divide-border/60 rounded-xl border">
      {changes.map(({ name, label, before, after }) => (
        <div key={name} className="grid grid-cols-[9rem_1fr] gap-x-3 px-3 py-2 max-sm:grid-cols-1">
          <dt className="text-[13px] text-muted-foreground">{label}</dt>
          <dd className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1 text-[13px]">
            <SettingValue value={before} gone />
            <ArrowRight aria-label="becomes" className="mt-[3px] size-3.5 shrink-0 text-muted-foreground" />
            <SettingValue value={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SettingValue({ value, gone = false }: { value: string | undefined; gone?: boolean }) {
  if (value === undefined) return <span className="text-muted-foreground">unset</span>;
  const look = gone ? "text-muted-foreground line-through decoration-muted-foreground/50" : "";
  if (value.length <= 60 && !value.includes("\n")) return <span className={`break-words ${look}`}>{value}</span>;
  return (
    <details className="min-w-0 max-w-full">
      <summary className={`truncate ${look}`}>{value.replace(/\s+/g, " ").slice(0, 60)}…</summary>
      <pre className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-lg bg-foreground/[0.04] p-2 font-mono text-xs">
        {value}
      </pre>
    </details>
  );
}
