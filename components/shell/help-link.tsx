"use client";

import { CircleHelp } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";

/** Link to the page's guide. Hidden on phones, where the bar is full and the palette has the same command. */
export function HelpLink() {
  const href = PAGE_DOCS[usePathname() ?? ""];
  if (href === undefined) return null;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label="Docs for this page"
      data-tooltip="Docs for this page"
      data-tooltip-side="bottom"
      className="grid size-8 shrink-0 place-items-center rounded-lg text-muted-foreground transition-colors duration-150 hover:bg-foreground/[0.06] hover:text-foreground max-sm:hidden pointer-coarse:size-10 [&>svg]:size-4"
    >
      <CircleHelp aria-hidden />
    </Link>
  );
}
