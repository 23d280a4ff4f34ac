import type { Metadata } from "next";
import Link from "next/link";
import { GUIDE_GROUPS } from "./_model/guide-groups.ts";
import { readGuide } from "./_model/read-guide.ts";

export const metadata: Metadata = { title: "Docs" };

/** Overview of the documentation: every guide with its first sentence, by group. */
export default function Page() {
  return (
    <main className="docs-main">
      <h1 className="docs-title">Documentation</h1>
      <p className="docs-lede">Connect providers, call any model from any SDK, and inspect every request.</p>
      {GUIDE_GROUPS.map(({ title, guides }) => (
        <section key={title} aria-labelledby={toId(title)}>
          <h2 id={toId(title)} className="docs-group">
            {title}
          </h2>
          <ul className="docs-cards">
            {guides.map((name) => {
              const guide = readGuide(name);
              return (
                <li key={name}>
                  <Link href={`/docs/${name}`} prefetch={false} className="docs-card">
                    <span className="font-medium">{guide.title}</span>
                    <span className="line-clamp-2 text-[13px] text-muted-foreground">{guide.description}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      <section aria-labelledby="reference">
        <h2 id="reference" className="docs-group">
          Reference
        </h2>
        <ul className="docs-cards">
          <li>
            <Link href="/docs/api" prefetch={false} className="docs-card">
              <span className="font-medium">API reference</span>
              <span className="text-[13px] text-muted-foreground">
                Every endpoint with its parameters and examples. Send requests from the page.
              </span>
            </Link>
          </li>
        </ul>
      </section>
    </main>
  );
}

const toId = (title: string) => title.toLowerCase().replaceAll(" ", "-");
