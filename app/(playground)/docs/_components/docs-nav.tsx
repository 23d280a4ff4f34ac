"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

export type DocsGroup = { title: string; links: { href: string; label: string }[] };

/** Links to all guides, by group. The current one is scrolled into view. */
export function DocsNav({ groups }: { groups: readonly DocsGroup[] }) {
  const path = usePathname();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <nav ref={nav} aria-label="Guides" className="flex flex-col gap-5">
      {groups.map(({ title, links }) => (
        <div key={title}>
          <h2 className="px-2.5 pb-1 font-medium text-xs">{title}</h2>
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  aria-current={path === href ? "page" : undefined}
                  className="docs-link"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
