import { clsx } from "clsx";
import { ChevronDown, ChevronUp, Code, Eye, Table2, WrapText } from "lucide-react";
import { lazy, memo, Suspense, useMemo, useState } from "react";
import { countLines } from "#lib/playground/markdown/code/code-chunks.ts";
import { codeLinesShown } from "#lib/playground/markdown/estimate-height.ts";
import { findWriter } from "#lib/playground/markdown/preview/preview-html.ts";
import { readDataTable } from "#lib/playground/markdown/read-data-table.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { CodeLines } from "./code-lines.tsx";
import { DataTable } from "./data-table.tsx";
import { useStill } from "./still-context.ts";

const CodePreview = lazy(() => import("./code-preview.tsx").then((module) => ({ default: module.CodePreview })));

interface CodeBlockProps {
  code: string;
  /** Language of the fence, in lower case; "" for none. */
  language: string;
  /** True while text arrives in this block. */
  growing: boolean;
  /** True when the code will not change any more, so it can be highlighted. */
  complete: boolean;
  /** Inside a list or quote. */
  nested?: boolean;
}

/**
 * Code with its language, line count, copy and wrap buttons, and a height limit that can be expanded. HTML, SVG and
 * JavaScript can be shown as a page instead, CSV and lists of JSON objects as a table.
 */
export const CodeBlock = memo(function CodeBlock({ code, language, growing, complete, nested }: CodeBlockProps) {
  const [wrapped, setWrapped] = useState(false);
  const still = useStill();
  const [expanded, setExpanded] = useState(still);
  const lines = countLines(code);
  const isLong = !still && lines > codeLinesShown;
  const name = language || "text";
  const [previewed, setPreviewed] = useState(false);
  const isPage = complete && !still && findWriter({ code, language }) !== undefined;
  const table = useMemo(
    () => (complete && !still ? readDataTable({ code, language }) : undefined),
    [complete, still, code, language],
  );
  const isOther = previewed && (isPage || table !== undefined);
  const ViewIcon = previewed ? Code : table ? Table2 : Eye;
  return (
    <div
      className={clsx("overflow-hidden rounded-xl border border-border bg-card", nested ? "my-2" : "markdown-block")}
    >
      <div className="flex h-9 items-center gap-2 border-b border-border/60 pr-1 pl-3.5 text-xs text-muted-foreground">
        <span className="font-mono text-foreground/80">{name}</span>
        <span className="tabular-nums">{lines === 1 ? "1 line" : `${lines.toLocaleString("en")} lines`}</span>
        <span className="flex-1" />
        {(isPage || table) && (
          <button
            type="button"
            onClick={() => setPreviewed(!previewed)}
            className="inline-flex h-7 items-center gap-1 rounded-lg px-2 hover:bg-foreground/[0.06] hover:text-foreground pointer-coarse:h-9"
          >
            <ViewIcon aria-hidden className="size-3.5" />
            {previewed ? "Code" : table ? "Table" : language === "js" || language === "javascript" ? "Run" : "Preview"}
          </button>
        )}
        {isLong && !isOther && (
          <button
            type="button"
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
            className="inline-flex h-7 items-center gap-1 rounded-lg px-2 hover:bg-foreground/[0.06] hover:text-foreground pointer-coarse:h-9"
          >
            {expanded ? <ChevronUp className="size-3.5" /> : <ChevronDown className="size-3.5" />}
            {expanded ? "Collapse" : "Expand"}
          </button>
        )}
        {!still && !isOther && (
          <>
            <IconButton
              label="Wrap lines"
              size="small"
              aria-pressed={wrapped}
              className={clsx(wrapped && "bg-foreground/[0.06] text-foreground")}
              onClick={() => setWrapped(!wrapped)}
            >
              <WrapText />
            </IconButton>
            <CopyButton label="Copy code" size="small" text={() => code} />
          </>
        )}
      </div>
      {isOther && isPage && (
        <Suspense fallback={<div className="h-96 max-h-[70dvh]" />}>
          <CodePreview key={code} code={code} language={language} name={name} />
        </Suspense>
      )}
      {isOther && table && <DataTable data={table} label={`Table of ${name} code`} />}
      {!isOther && (
        <CodeLines
          code={code}
          language={language}
          label={`${name} code`}
          growing={growing}
          complete={complete}
          wrapped={wrapped}
          expanded={expanded}
        />
      )}
    </div>
  );
});
