"use client";

import { Menu } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Wordmark } from "#components/shell/wordmark.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { repeatEarlyPress } from "#lib/playground/shell/early-input.ts";
import { type DocsGroup, DocsNav } from "./docs-nav.tsx";
import { DocsSearch } from "./docs-search.tsx";
import { ThemeButton } from "./theme-button.tsx";

/** Top bar of the documentation: home, search, theme, and the guides in a menu where there is no sidebar. */
export function DocsHeader({ groups }: { groups: readonly DocsGroup[] }) {
  const path = usePathname();
  useEffect(repeatEarlyPress, []);
  const menu = useRef<HTMLDetailsElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    // The menu closes on every navigation, and stays open when it was opened before hydration.
    if (menu.current && shown.current !== path) menu.current.open = false;
    shown.current = path;
  }, [path]);
  return (
    <header className="docs-header">
      <details ref={menu} className="docs-menu lg:hidden">
        <summary aria-label="All guides" className="grid size-10 place-items-center rounded-lg">
          <Menu aria-hidden className="size-5" />
        </summary>
        <div className="docs-menu-sheet">
          <DocsNav groups={groups} />
        </div>
      </details>
      <Link href="/" aria-label="Parlance, home" className="rounded-lg">
        <Wordmark />
      </Link>
      <Link
        href="/docs"
        className="rounded-lg px-1 text-[15px] text-muted-foreground hover:text-foreground max-sm:hidden"
      >
        Docs
      </Link>
      <span className="flex-1 max-sm:hidden" />
      <DocsSearch />
      <ThemeButton />
      <ButtonLink href="/chat" prefetch={false} className="max-md:hidden">
        Open playground
      </ButtonLink>
    </header>
  );
}
