import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import { writeWire } from "#app/(playground)/doctor/_model/describe-plan.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import type { DoctorCheck, DoctorStatus } from "#lib/contract/doctor.ts";

const LOOKS: Record<DoctorStatus, { Icon: LucideIcon; label: string; className: string }> = {
  passed: { Icon: CircleCheck, label: "Passed", className: "text-success" },
  failed: { Icon: CircleX, label: "Failed", className: "text-destructive" },
  "not offered": { Icon: CircleMinus, label: "Not offered", className: "text-muted-foreground" },
  "not run": { Icon: CircleDashed, label: "Not run", className: "text-muted-foreground" },
};

/** Checks by API, in the order in which they ran; a failure opens to its request and response. */
export function CheckList({ checks }: { checks: readonly DoctorCheck[] }) {
  const groups = [...Map.groupBy(checks, ({ api_format }) => api_format)];
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {groups.map(([format, found]) => (
        <section key={format} aria-label={API_FORMAT_NAMES[format]} className="min-w-0">
          <h2 className="pb-2 font-semibold">{API_FORMAT_NAMES[format]}</h2>
          <ul className="rounded-xl border">
            {found.map((check) => (
              <CheckRow key={check.name} check={check} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function CheckRow({ check: { name, status, message, ms, wire } }: { check: DoctorCheck }) {
  const { Icon, label, className } = LOOKS[status];
  return (
    <li className="flex gap-2 px-3 py-1.5 text-[13px] not-first:border-t">
      <Icon aria-label={label} className={clsx("mt-0.5 size-4 shrink-0", className)} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="flex items-baseline justify-between gap-2">
          <span className="font-medium">{name}</span>
          {ms > 0 && (
            <span className="text-numeric whitespace-nowrap text-muted-foreground text-xs">
              {ms.toLocaleString("en")} ms
            </span>
          )}
        </span>
        {message && <p className={status === "failed" ? "text-destructive" : "text-muted-foreground"}>{message}</p>}
        {wire && <Wire text={writeWire(wire)} name={name} />}
      </div>
    </li>
  );
}

function Wire({ text, name }: { text: string; name: string }) {
  return (
    <details className="pt-1">
      <summary className="cursor-pointer text-muted-foreground">
        Request and response<span className="sr-only"> of {name}</span>
      </summary>
      <div className="relative pt-1">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard.
          tabIndex={0}
          className="max-h-72 overflow-auto whitespace-pre-wrap rounded-lg border bg-muted/50 p-2 text-xs"
        >
          {text}
        </pre>
        <span className="absolute top-2 right-2">
          <CopyButton size="small" text={() => text} />
        </span>
      </div>
    </details>
  );
}
