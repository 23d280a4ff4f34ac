import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Rendered, RenderedMarkdown, renderMarkdown } from "#components/shared-page/rendered-markdown.tsx";
import type { SharedPage, SharedTurn } from "#lib/contract/shared-page.ts";

const pageOf = (...texts: string[]): SharedPage => {
  const turns = texts.map((text): SharedTurn => ({ role: "assistant", parts: [{ type: "text", text }], facts: [] }));
  return { title: "Page", convention: "chat", turns, settings: [] };
};

async function render(text: string): Promise<string> {
  return renderToStaticMarkup(
    <Rendered value={await renderMarkdown(pageOf(text))}>
      <RenderedMarkdown text={text} />
    </Rendered>,
  );
}

test("shows whole code without buttons, scrollable by keyboard", async () => {
  const code = Array.from({ length: 80 }, (_, line) => `line ${line}`).join("\n");
  const html = await render(`\`\`\`ts\n${code}\n\`\`\``);
  expect(html).not.toContain("<button");
  expect(html).not.toContain("max-h-");
  expect(html).toContain('tabindex="0"');
  expect(html).toContain("line 79");
});

test("shows a diagram as code", async () => {
  expect(await render("```mermaid\ngraph TD; A--&gt;B\n```")).toContain("mermaid code");
});

test("links images of other sites, and shows data images", async () => {
  const html = await render("![far](https://example.com/a.png) ![near](data:image/png;base64,AAAA)");
  expect(html).toMatch(/<a [^>]*href="https:\/\/example\.com\/a\.png"[^>]*>far<\/a>/);
  expect(html.match(/<img /g)).toHaveLength(1);
});

/** @returns how often others had their turn while a page was rendered */
async function turnsOfOthers(page: SharedPage): Promise<number> {
  let count = 0;
  let rendering = true;
  const other = () => {
    count += 1;
    if (rendering) setImmediate(other);
  };
  setImmediate(other);
  await renderMarkdown(page);
  rendering = false;
  return count;
}

test("yields between the texts of a page, and renders each once", async () => {
  const page = pageOf("**one**", "**two**", "**three**");
  expect(await turnsOfOthers(page)).toBeGreaterThanOrEqual(3);
  expect(await turnsOfOthers(page)).toBe(0);
  expect(await render("**two**")).toContain("<strong");
});

test.each([
  ["many blocks", "One line.\n\n".repeat(2_000), 40],
  ["a paragraph of links", "[a](b) ".repeat(10_000), 4],
])("yields within %s", async (_name, text, fewest) => {
  expect(await turnsOfOthers(pageOf(text))).toBeGreaterThanOrEqual(fewest);
});
