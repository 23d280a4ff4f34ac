import type { ReactNode } from "react";
import { HelpLink } from "./help-link.tsx";

/**
 * Header of a page of records: its name, its purpose in one line, and its buttons; no wider than a table below. Part of
 * the page's HTML, so that there is text to read before the records are loaded.
 */
export function PlainTopBar({
  title,
  description,
  children,
}: {
  title: string;
  description: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="mx-auto w-full max-w-page shrink-0 px-4 pt-4 pb-3 max-sm:pt-2 max-sm:pb-2">
      {/* As high as the buttons, which come once it is known who is signed in. */}
      <div className="flex min-h-8 items-center gap-1 pointer-coarse:min-h-10">
        <h1 className="min-w-0 flex-1 truncate font-semibold text-2xl/8 tracking-tight max-sm:text-xl">{title}</h1>
        <HelpLink />
        {children}
      </div>
      <p className="max-w-[56rem] text-pretty pt-0.5 text-[13px]/5 text-muted-foreground">{description}</p>
    </header>
  );
}
