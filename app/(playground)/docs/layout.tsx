import type { ReactNode } from "react";
import { DocsHeader } from "./_components/docs-header.tsx";
import { DocsNav } from "./_components/docs-nav.tsx";
import { GUIDE_GROUPS } from "./_model/guide-groups.ts";
import { readGuide } from "./_model/read-guide.ts";
import "#components/markdown/markdown.css";
import "./docs.css";

/** Header and sidebar of the documentation, which needs no key. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  const groups = [
    ...GUIDE_GROUPS.map(({ title, guides }) => ({
      title,
      links: guides.map((name) => ({ href: `/docs/${name}`, label: readGuide(name).title })),
    })),
    { title: "Reference", links: [{ href: "/docs/api", label: "API reference" }] },
  ];
  return (
    <div className="docs">
      <DocsHeader groups={groups} />
      <div className="docs-columns">
        <aside className="docs-sidebar" aria-label="Documentation">
          <DocsNav groups={groups} />
        </aside>
        {children}
      </div>
    </div>
  );
}
