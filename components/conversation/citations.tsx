import type { ResponseCitation } from "#lib/playground/conversation/model-response.ts";
import { safeLink } from "#lib/playground/markdown/safe-url.ts";

/** Sources of a response, each listed once. */
export function Citations({ citations }: { citations: readonly ResponseCitation[] }) {
  const sources = new Map(citations.map((citation) => [JSON.stringify(citation), citation]));
  return (
    <section aria-label="Sources" className="flex flex-col gap-1.5">
      <h2 className="group-title">Sources</h2>
      <ol className="flex flex-col gap-1.5">
        {[...sources].map(([key, { title, url, place, quote }], index) => (
          <li key={key} className="flex gap-2.5 text-[13px]">
            <span className="text-numeric mt-px shrink-0 text-muted-foreground">{index + 1}</span>
            <span className="min-w-0">
              <SourceTitle title={title} url={url} />
              {place && <span className="text-muted-foreground"> · {place}</span>}
              {quote && <q className="line-clamp-2 text-muted-foreground">{quote}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function SourceTitle({ title, url }: { title: string; url?: string }) {
  const href = url && safeLink(url);
  if (!href) return <span className="font-medium">{title}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="break-words font-medium underline decoration-foreground/30 underline-offset-2 hover:decoration-foreground"
    >
      {title}
    </a>
  );
}
