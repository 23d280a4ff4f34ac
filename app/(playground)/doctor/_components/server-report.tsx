import { Download } from "lucide-react";
import { describeResult } from "#app/(playground)/doctor/_model/describe-plan.ts";
import type { FinishedRun } from "#app/(playground)/doctor/_model/doctor-api.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { downloadBlob } from "#components/ui/save-image.ts";

/** Result of a run: its counts, the config entry with its reasons, and the report as a file. */
export function ServerReport({ run: { report, markdown } }: { run: FinishedRun }) {
  const { upstreams, notes } = report;
  const entry = upstreams && JSON.stringify({ upstreams }, null, 2);
  return (
    <section aria-label="Report" className="flex flex-col gap-3 rounded-xl border p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-1 basis-64 font-medium">
          {describeResult(report)}
        </p>
        <span className="flex gap-2">
          <Button onClick={() => save("compatibility.md", "text/markdown", markdown)}>
            <Download aria-hidden />
            Markdown
          </Button>
          <Button onClick={() => save("compatibility.json", "application/json", JSON.stringify(report, null, 1))}>
            <Download aria-hidden />
            JSON
          </Button>
        </span>
      </div>
      {entry ? (
        <div className="relative">
          <h2 className="pb-1.5 font-medium text-[13px]">Entry for the config file</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard. */}
          <pre tabIndex={0} className="overflow-x-auto rounded-lg border bg-muted/50 p-3 text-xs">
            {entry}
          </pre>
          <span className="absolute top-8 right-2">
            <CopyButton size="small" text={() => entry} />
          </span>
        </div>
      ) : (
        <p className="text-[13px] text-muted-foreground">Text and streams work in none of these APIs.</p>
      )}
      {notes.length > 0 && (
        <ul className="list-disc space-y-0.5 pl-4 text-[13px] text-muted-foreground [overflow-wrap:anywhere]">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function save(name: string, type: string, text: string): void {
  downloadBlob(new Blob([text], { type }), name);
}
