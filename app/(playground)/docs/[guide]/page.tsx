import type { Metadata } from "next";
import Link from "next/link";
import { GuideArticle } from "../_components/guide-article.tsx";
import { GUIDE_NAMES } from "../_model/guide-groups.ts";
import { readGuide } from "../_model/read-guide.ts";
import { renderGuide } from "../_model/render-guide.ts";

type Props = { params: Promise<{ guide: string }> };

export const dynamicParams = false;

export function generateStaticParams() {
  return GUIDE_NAMES.map((guide) => ({ guide }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { title, description } = readGuide((await params).guide);
  return { title: `${title} · Docs`, description };
}

/** One guide: its text, the headings at the side, and the guides before and after it. */
export default async function Page({ params }: Props) {
  const { guide: name } = await params;
  const guide = readGuide(name);
  const headings = guide.sections.filter(({ depth }) => depth === 2 || depth === 3);
  const place = GUIDE_NAMES.indexOf(name);
  return (
    <>
      <main className="docs-main">
        <h1 className="docs-title">{guide.title}</h1>
        <GuideArticle key={name} html={await renderGuide(guide)} />
        <nav aria-label="Previous and next guide" className="docs-turn">
          <TurnLink name={GUIDE_NAMES[place - 1]} label="Previous" />
          <TurnLink name={GUIDE_NAMES[place + 1]} label="Next" />
        </nav>
      </main>
      {headings.length > 1 && (
        <nav aria-labelledby="on-this-page" className="docs-outline">
          <h2 id="on-this-page" className="pb-2 font-medium text-xs">
            On this page
          </h2>
          <ul>
            {headings.map(({ heading, slug, depth }) => (
              <li key={slug} className={depth === 3 ? "pl-3" : ""}>
                <a href={`#${slug}`}>{heading}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

function TurnLink({ name, label }: { name: string | undefined; label: "Previous" | "Next" }) {
  if (name === undefined) return <span />;
  return (
    <Link href={`/docs/${name}`} prefetch={false} className={label === "Next" ? "items-end text-right" : ""}>
      <span className="text-muted-foreground text-xs">{label}</span>
      <span className="font-medium">{readGuide(name).title}</span>
    </Link>
  );
}
