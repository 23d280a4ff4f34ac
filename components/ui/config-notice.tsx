import { TriangleAlert } from "lucide-react";

type Config = { path: string; problem: string | null; restart_needed: readonly string[] };

/** States what is wrong with the config file, or what needs a restart; nothing when all of it is active. */
export function ConfigNotice({ config: { path, problem, restart_needed } }: { config: Config }) {
  if (problem === null && restart_needed.length === 0) return null;
  return (
    <div
      role="status"
      aria-label="Config file"
      className="flex gap-3 rounded-2xl border border-warning/40 bg-warning/[0.07] px-4 py-3"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {problem !== null && (
          <>
            <p className="font-medium">The config file has an error. The last valid version is still active.</p>
            <p className="text-[13px]">{problem}</p>
          </>
        )}
        {restart_needed.length > 0 && (
          <p className={problem === null ? "font-medium" : "pt-1"}>
            Restart the gateway to apply {new Intl.ListFormat("en").format(restart_needed)}.
          </p>
        )}
        <p className="pt-1 font-mono text-muted-foreground text-xs">{path}</p>
      </div>
    </div>
  );
}
