import type { ReactNode } from "react";

/**
 * What a page of records is for, over its records, with which it scrolls away. It is part of the page's HTML: something
 * to read stands there before the records do.
 */
export function PageLede({ children }: { children: ReactNode }) {
  return <p className="max-w-[56rem] text-pretty text-[13px]/5 text-muted-foreground">{children}</p>;
}
