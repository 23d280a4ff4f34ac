import { clsx } from "clsx";
import { Download } from "lucide-react";
import { memo, useRef, useState } from "react";
import { visibleText } from "#lib/playground/markdown/visible-text.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { downloadBlob } from "../ui/save-image.ts";
import { CodeLines } from "./code-lines.tsx";
import type { Diagram } from "./draw-diagram.ts";
import { ScrollBox } from "./scroll-box.tsx";
import { useDiagram } from "./use-diagram.ts";

/** Diagram of a mermaid fence, with a switch to its code. Shows the code until the diagram is drawn. */
export const DiagramBlock = memo(function DiagramBlock({ code }: { code: string }) {
  const placeRef = useRef<HTMLDivElement>(null);
  const { diagram, problem } = useDiagram(visibleText(code), placeRef);
  const [view, setView] = useState<"diagram" | "code">("diagram");
  const shown = view === "diagram" ? diagram : undefined;
  return (
    <div ref={placeRef} className="markdown-block overflow-hidden rounded-xl border border-border bg-card">
      <div className="flex h-9 items-center gap-2 border-b border-border/60 pr-1 pl-1.5 text-xs text-muted-foreground pointer-coarse:h-11">
        <ViewSwitch view={diagram ? view : "code"} canDraw={diagram !== undefined} onChange={setView} />
        <span className="flex-1" />
        {diagram && (
          <IconButton
            label="Download SVG"
            size="small"
            onClick={() => downloadBlob(new Blob([diagram.svg], { type: "image/svg+xml" }), "diagram.svg")}
          >
            <Download />
          </IconButton>
        )}
        <CopyButton label="Copy code" size="small" text={() => code} />
      </div>
      {problem && !diagram && (
        <p className="truncate border-b border-border/60 px-3.5 py-1.5 text-xs text-muted-foreground" title={problem}>
          Couldn’t draw the diagram: {problem}
        </p>
      )}
      {shown ? (
        <Picture diagram={shown} />
      ) : (
        <CodeLines
          code={code}
          language="mermaid"
          label="mermaid code"
          growing={false}
          complete
          wrapped={false}
          expanded={false}
        />
      )}
    </div>
  );
});

/** The diagram as an image: it can run no script, load nothing, and its styles and IDs are isolated. */
function Picture({ diagram: { svg, width, height, label } }: { diagram: Diagram }) {
  return (
    <ScrollBox label="Diagram" className="overflow-x-auto">
      <div className="p-4" style={{ minWidth: Math.min(width, 480) }}>
        {/* biome-ignore lint/performance/noImgElement: drawn in this browser; no server has it */}
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
          alt={label}
          width={width}
          height={height}
          className="mx-auto h-auto max-w-full"
        />
      </div>
    </ScrollBox>
  );
}

const VIEWS = [
  { value: "diagram", label: "Diagram" },
  { value: "code", label: "Code" },
] as const;

function ViewSwitch({
  view,
  canDraw,
  onChange,
}: {
  view: "diagram" | "code";
  canDraw: boolean;
  onChange: (view: "diagram" | "code") => void;
}) {
  return VIEWS.map(({ value, label }) => (
    <button
      key={value}
      type="button"
      aria-pressed={view === value}
      disabled={value === "diagram" && !canDraw}
      onClick={() => onChange(value)}
      className={clsx(
        "h-7 rounded-lg px-2 disabled:opacity-50 pointer-coarse:h-10",
        view === value ? "bg-foreground/[0.06] text-foreground" : "enabled:hover:text-foreground",
      )}
    >
      {label}
    </button>
  ));
}
