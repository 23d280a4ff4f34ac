"use client";

import { clsx } from "clsx";
import { memo, useMemo, useState } from "react";
import {
  isUnder,
  type JsonLine,
  type JsonToken,
  parseJsonText,
  toJsonLines,
} from "#lib/playground/inspector/json-lines.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { Button } from "../ui/button.tsx";

const COLORS: Record<JsonToken["kind"], string | undefined> = {
  key: "text-foreground",
  string: "text-success",
  literal: "text-accent",
  plain: "text-muted-foreground",
};

/** Maximum number of lines shown initially; the rest on demand. */
const MAXIMUM_LINES = 2000;
const LINES_IN_A_CHUNK = 60;

/** A request or response text: JSON is indented and coloured, with files shortened; anything else is unchanged. */
export const JsonView = memo(function JsonView({
  text,
  marked,
  markLabel,
}: {
  text: string;
  /** Paths whose lines are marked, with a label on the first line of each. */
  marked?: readonly string[];
  markLabel?: string;
}) {
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => {
    const value = parseJsonText(text);
    return value === undefined ? undefined : toJsonLines(value);
  }, [text]);
  if (!lines) return <pre className="whitespace-pre-wrap px-3 py-2 [overflow-wrap:anywhere]">{text}</pre>;
  const shown = whole ? lines : lines.slice(0, MAXIMUM_LINES);
  const chunks = Array.from({ length: Math.ceil(shown.length / LINES_IN_A_CHUNK) }, (_, index) =>
    shown.slice(index * LINES_IN_A_CHUNK, (index + 1) * LINES_IN_A_CHUNK),
  );
  return (
    <pre className="py-2 font-mono text-xs leading-5">
      {chunks.map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never change
        <code key={index} className="block [content-visibility:auto] [contain-intrinsic-size:auto_1200px]">
          {chunk.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Line key={place} line={line} marked={marked} markLabel={markLabel} before={chunk[place - 1]} />
          ))}
        </code>
      ))}
      {shown.length < lines.length && (
        <Button size="small" variant="ghost" className="mt-1 ml-2" onClick={() => setWhole(true)}>
          Show all {formatCount(lines.length)} lines
        </Button>
      )}
    </pre>
  );
});

function Line({
  line,
  marked = [],
  markLabel,
  before,
}: {
  line: JsonLine;
  marked?: readonly string[];
  markLabel?: string;
  before?: JsonLine;
}) {
  const root = marked.find((path) => isUnder(line.path, path));
  const first = root !== undefined && line.path === root && before?.path !== root && !isUnder(before?.path ?? "", root);
  return (
    <span
      className={clsx(
        "block whitespace-pre-wrap pr-3 [overflow-wrap:anywhere]",
        root !== undefined && "bg-warning/10 shadow-[inset_2px_0_0_var(--warning)]",
      )}
      // Indents wrapped text to its own start.
      style={{ paddingLeft: `${12 + line.indent * 14 + 14}px`, textIndent: "-14px" }}
    >
      {line.tokens.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a line never change
        <span key={index} className={COLORS[kind]}>
          {text}
        </span>
      ))}
      {first && markLabel && <span className="pl-3 font-sans text-xs text-warning">{markLabel}</span>}
      {"\n"}
    </span>
  );
}
