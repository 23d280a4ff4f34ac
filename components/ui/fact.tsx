import { clsx } from "clsx";
import type { ReactNode } from "react";

/**
 * Facts side by side, with dots between them. Each dot stands before its fact, in a margin that is cut off at the beginning
 * of a line: no line begins with one, however they wrap.
 */
export function FactLine({
  oneLine,
  testId,
  className,
  children,
}: {
  /** Where there is room; a phone has none. */
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

/** One of several facts on a line; the tooltip says what it is. */
export function Fact({
  title,
  wideOnly,
  best,
  children,
}: {
  title?: string;
  wideOnly?: boolean;
  /** Of those that it is compared with. */
  best?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      data-tooltip={title}
      className={clsx(
        "relative whitespace-nowrap pl-5.5 before:absolute before:left-2 before:opacity-50 before:content-['·']",
        wideOnly && "max-sm:hidden",
        best && "font-semibold text-foreground",
      )}
    >
      {children}
      {best && <span className="sr-only"> (best)</span>}
    </span>
  );
}
