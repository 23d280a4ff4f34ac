/** HTML of a guide, made when the pages are built: the browser gets no Markdown renderer. */
import { Marked, type Token, type Tokens } from "marked";
import { hasGrammar } from "#lib/playground/markdown/code/code-language.ts";
import { tokenizeCode } from "#lib/playground/markdown/code/tokenize-code.ts";
import { GUIDE_NAMES } from "./guide-groups.ts";
import type { Guide, GuideSection } from "./read-guide.ts";

/** Returns the HTML of the guide below its title. Code has the classes of components/markdown. */
export async function renderGuide(guide: Guide): Promise<string> {
  const sections = await Promise.all(guide.sections.map(renderSection));
  return sections.join("\n");
}

async function renderSection({ heading, slug, depth, tokens }: GuideSection): Promise<string> {
  const codes = tokens.flatMap(function listCode(token: Token): Tokens.Code[] {
    if (token.type === "code") return [token as Tokens.Code];
    if (token.type === "list") return (token as Tokens.List).items.flatMap(({ tokens }) => tokens.flatMap(listCode));
    return "tokens" in token && token.tokens ? token.tokens.flatMap(listCode) : [];
  });
  const rendered = new Map(await Promise.all(codes.map(async (code) => [code, await renderCode(code)] as const)));
  const parser = new Marked({
    renderer: {
      code: (token) => rendered.get(token) ?? "",
      link({ href, tokens }) {
        return `<a href="${escapeHtml(toDocsPath(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      table(token) {
        const head = token.header.map((cell) => this.tablecell(cell)).join("");
        const rows = token.rows.map((cells) =>
          this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join("") }),
        );
        // A region that scrolls can be focused, so that the keyboard scrolls it.
        return `<div class="docs-table" role="group" aria-label="Table" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
      },
    },
  });
  const body = parser.parser(tokens);
  if (slug === "") return body;
  const text = escapeHtml(heading);
  return `<h${depth} id="${slug}"><a href="#${slug}" class="docs-anchor">${text}</a></h${depth}>\n${body}`;
}

/** Guides link to each other by file, so that the links work in the repository too. */
function toDocsPath(href: string): string {
  const [, name, hash = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined) return href;
  if (!GUIDE_NAMES.includes(name)) throw new Error(`A guide links to ${href}, which is no guide.`);
  return `/docs/${name}${hash}`;
}

async function renderCode({ text, lang = "" }: Tokens.Code): Promise<string> {
  let html = "";
  if (hasGrammar(lang)) {
    for await (const tokens of tokenizeCode(text, lang)) {
      html += tokens
        .map(({ text, kind }) =>
          kind === "" ? escapeHtml(text) : `<span class="code-${kind}">${escapeHtml(text)}</span>`,
        )
        .join("");
    }
  } else html = escapeHtml(text);
  const name = lang || "text";
  return (
    `<figure class="docs-code"><figcaption>${name}<button type="button" data-copy>Copy</button></figcaption>` +
    `<pre role="group" tabindex="0" aria-label="${name} code"><code>${html}</code></pre></figure>`
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
