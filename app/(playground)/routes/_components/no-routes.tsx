import { Split } from "lucide-react";
import { ScrollBox } from "#components/markdown/scroll-box.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";

/** A route that works without any provider, and switches at each request. */
const EXAMPLE = `{
  "routes": {
    "demo": {
      "targets": [{ "model": "sandbox/fault-503" }],
      "fallback": ["sandbox/guide"]
    }
  }
}`;

/** Shows an example to copy into the config file. */
export function NoRoutes({ path }: { path: string }) {
  return (
    <NoRecords
      figure={<RouteFigure />}
      title="No routes yet"
      docs={PAGE_DOCS["/routes"] ?? "/docs"}
      actions={
        <div className="relative w-[26rem] max-w-[calc(100vw-4rem)] rounded-xl border bg-card text-left">
          <span className="absolute top-1 right-1">
            <CopyButton size="small" label="Copy the example" text={() => EXAMPLE} />
          </span>
          <ScrollBox label="Example of a route" className="overflow-x-auto p-3.5 font-mono text-xs leading-5">
            <pre>
              {/* A block for each line: as one block, this late text would be the largest paint of the page. */}
              {EXAMPLE.split("\n").map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </pre>
          </ScrollBox>
        </div>
      }
    >
      Add one to <code className="break-all font-mono text-[13px] text-foreground">{path}</code>. This one fails over at
      every request.
    </NoRecords>
  );
}

/** One name, two models: the first fails, the second responds. */
function RouteFigure() {
  return (
    <span className="flex items-center gap-3 font-mono text-[13px]">
      <span>demo</span>
      <Split aria-hidden className="size-4 rotate-90 text-muted-foreground" />
      <span className="flex flex-1 flex-col gap-1.5 text-left">
        <span className="text-muted-foreground line-through">model-a</span>
        <span className="text-success">model-b</span>
      </span>
    </span>
  );
}
