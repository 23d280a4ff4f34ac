"use client";

import { clsx } from "clsx";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

/**
 * Facts side by side, separated by dots. Each dot is before its fact, in a margin that is clipped at the start of a
 * line: no line starts with a dot, however the facts wrap.
 */
export function FactLine({
  oneLine,
  testId,
  className,
  children,
}: {
  /** Keeps the facts on one line, except on phones. */
  oneLine?: boolean;
  testId?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div data-testid={testId} className={clsx("text-numeric min-w-0 overflow-x-clip", className)}>
      <div className={clsx("-ml-5.5 flex items-center gap-y-0.5", oneLine ? "max-sm:flex-wrap" : "flex-wrap")}>
        {children}
      </div>
    </div>
  );
}

/** One of several facts on a line; the tooltip explains it. */
export function Fact({
  title,
  best,
  children,
}: {
  title?: string;
  /** True for the best of the compared values. */
  best?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      data-tooltip={title}
      className={clsx(
        "relative whitespace-nowrap pl-5.5 before:absolute before:left-2 before:opacity-50 before:content-['·']",
        best && "font-semibold text-foreground",
      )}
    >
      {children}
      {best && <span className="sr-only"> (best)</span>}
    </span>
  );
}

/** The less important facts, behind a button at their place. */
export function MoreFacts({
  open,
  label,
  onToggle,
  children,
}: {
  open: boolean;
  /** Name of the button. */
  label: string;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <>
      <span className="pl-3.5">
        <IconButton size="small" label={label} aria-expanded={open} onClick={onToggle}>
          <Info />
        </IconButton>
      </span>
      <span hidden={!open} className="contents">
        {children}
      </span>
    </>
  );
}
