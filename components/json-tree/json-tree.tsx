"use client";

import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

/** Depth from which branches are initially collapsed. */
const OPEN_DEPTH = 2;
/** Entries of a branch that are shown initially. */
const SHOWN = 100;

/** A JSON value with collapsible objects and arrays. */
export function JsonTree({
  value,
  name,
  path = "",
  depth = 0,
  wrong = [],
}: {
  value: unknown;
  /** Property name or index of the value. */
  name?: string;
  path?: string;
  depth?: number;
  /** Paths of invalid values, as named by the validation. */
  wrong?: readonly string[];
}) {
  const [open, setOpen] = useState(depth < OPEN_DEPTH);
  const [all, setAll] = useState(false);
  const label = name !== undefined && (
    <span
      className={clsx(
        "text-code-keyword",
        wrong.includes(path) && "underline decoration-destructive decoration-dotted",
      )}
    >
      {name}
    </span>
  );
  if (typeof value !== "object" || value === null) {
    return (
      <Row depth={depth}>
        {label}
        {label && ": "}
        <span className={typeof value === "string" ? "text-code-string" : "text-code-constant"}>
          {JSON.stringify(value)}
        </span>
      </Row>
    );
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const shown = all ? entries : entries.slice(0, SHOWN);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        style={{ paddingLeft: depth * 16 }}
        className="flex w-full items-baseline gap-1 rounded-md text-left font-mono text-[13px] leading-6 hover:bg-foreground/[0.04] pointer-coarse:leading-9"
      >
        <ChevronRight
          aria-hidden
          className={clsx(
            "size-3.5 shrink-0 self-center text-muted-foreground transition-transform motion-reduce:transition-none",
            open && "rotate-90",
          )}
        />
        <span>
          {label}
          {label && " "}
          <span className="text-muted-foreground">{describeCount(entries.length, isList)}</span>
        </span>
      </button>
      {open &&
        shown.map(([key, entry]) => (
          <JsonTree
            key={key}
            name={key}
            value={entry}
            path={isList ? `${path}[${key}]` : `${path}${path === "" ? "" : "."}${key}`}
            depth={depth + 1}
            wrong={wrong}
          />
        ))}
      {open && shown.length < entries.length && (
        <Row depth={depth + 1}>
          <button type="button" className="text-accent hover:underline" onClick={() => setAll(true)}>
            Show all {entries.length.toLocaleString("en")}
          </button>
        </Row>
      )}
    </div>
  );
}

/** Indented as far as the text of a branch at the same depth. */
function Row({ depth, children }: { depth: number; children: ReactNode }) {
  return (
    <div
      className="whitespace-pre-wrap font-mono text-[13px] leading-6 [overflow-wrap:anywhere]"
      style={{ paddingLeft: depth * 16 + 18 }}
    >
      {children}
    </div>
  );
}

function describeCount(count: number, isList: boolean): string {
  if (count === 0) return isList ? "empty list" : "empty object";
  const word = isList ? (count === 1 ? "entry" : "entries") : count === 1 ? "property" : "properties";
  return `${count.toLocaleString("en")} ${word}`;
}
