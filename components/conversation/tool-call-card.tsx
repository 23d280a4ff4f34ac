"use client";

import { clsx } from "clsx";
import { Check, CircleAlert, Wrench } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { ToolCall } from "#lib/playground/conversation/model-response.ts";
import type { ToolResult } from "#lib/playground/conversation/transcript.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";

const ArgumentsCheck = lazy(() =>
  import("./arguments-check.tsx").then((module) => ({ default: module.ArgumentsCheck })),
);

/** One tool call: its arguments, their problems, and its result. */
export function ToolCallCard({
  call,
  schema,
  live,
  caret,
  waits,
  result,
  children,
}: {
  call: ToolCall;
  /** Schema of the arguments, once they are complete; undefined without one. */
  schema: unknown;
  live: boolean;
  /** True for the call that receives text. */
  caret: boolean;
  waits: boolean;
  result: ToolResult | undefined;
  /** Field for the result. */
  children?: ReactNode;
}) {
  return (
    <article aria-label={`Call to ${call.name}`} className="animate-rise overflow-hidden rounded-2xl border bg-card">
      <header className="flex items-center gap-2 px-4 pt-3 pb-2">
        <Wrench aria-hidden className={clsx("size-3.5", live ? "text-accent" : "text-muted-foreground")} />
        <span className="truncate font-medium font-mono text-[13px]">{call.name}</span>
        <span className="ml-auto flex shrink-0 items-center gap-1 text-muted-foreground text-xs">
          {live && <span className="shimmer-text">Calling</span>}
          {result && !result.isError && (
            <>
              <Check aria-hidden className="size-3.5 text-success" /> Answered
            </>
          )}
          {result?.isError && (
            <>
              <CircleAlert aria-hidden className="size-3.5 text-destructive" /> Returned an error
            </>
          )}
          {waits && "Waiting for result"}
        </span>
      </header>
      <Code text={live ? call.arguments : indent(call.arguments)} caret={caret} />
      {schema !== undefined && call.kind === "function" && (
        <Suspense>
          <ArgumentsCheck text={call.arguments} schema={schema} />
        </Suspense>
      )}
      {result && <Code text={indent(result.content)} title={result.isError ? "Error" : "Result"} />}
      {children}
    </article>
  );
}

function Code({ text, title, caret }: { text: string; title?: string; caret?: boolean }) {
  return (
    <div className={clsx(title && "border-t")}>
      {title && <div className="group-title px-4 pt-2.5">{title}</div>}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must reach them.
        tabIndex={0}
        className="max-h-64 overflow-auto whitespace-pre-wrap break-words px-4 pt-1 pb-3 font-mono text-[13px] leading-5 -outline-offset-2"
      >
        {text || (caret ? "" : "{}")}
        {caret && (
          <span
            aria-hidden
            className="ml-px inline-block h-4 w-[7px] translate-y-[3px] animate-caret rounded-[1px] bg-accent"
          />
        )}
      </pre>
    </div>
  );
}

function indent(text: string): string {
  try {
    return formatJson(JSON.parse(text));
  } catch {
    return text;
  }
}
