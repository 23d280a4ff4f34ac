import { clsx } from "clsx";
import type { ReactNode } from "react";

/** One of several facts on a line, with a dot before all but the first; the tooltip says what it is. */
export function Fact({
  title,
  wideOnly,
  best,
  children,
}: {
  title: string;
  wideOnly?: boolean;
  /** Of those that it is compared with. */
  best?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      data-tooltip={title}
      className={clsx(
        "whitespace-nowrap not-first:before:mr-2 not-first:before:opacity-50 not-first:before:content-['·']",
        wideOnly && "max-sm:hidden",
        best && "font-semibold text-foreground",
      )}
    >
      {children}
      {best && <span className="sr-only"> (best)</span>}
    </span>
  );
}
