import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { prepareMarkdown, RenderedMarkdown } from "#components/shared-page/rendered-markdown.tsx";
import type { SharedTurn } from "#lib/contract/shared-page.ts";

const render = (text: string) => renderToStaticMarkup(<RenderedMarkdown text={text} />);

test("code has no buttons and is whole, and the keyboard can scroll it", () => {
  const code = Array.from({ length: 80 }, (_, line) => `line ${line}`).join("\n");
  const html = render(`\`\`\`ts\n${code}\n\`\`\``);
  expect(html).not.toContain("<button");
  expect(html).not.toContain("max-h-");
  expect(html).toContain('tabindex="0"');
  expect(html).toContain("line 79");
});

test("a diagram is its code", () => {
  expect(render("```mermaid\ngraph TD; A--&gt;B\n```")).toContain("mermaid code");
});

test("a picture of another site is a link, one in the text is shown", () => {
  const html = render("![far](https://example.com/a.png) ![near](data:image/png;base64,AAAA)");
  expect(html).toMatch(/<a [^>]*href="https:\/\/example\.com\/a\.png"[^>]*>far<\/a>/);
  expect(html.match(/<img /g)).toHaveLength(1);
});

test("others have their turn between the texts of a page, and none is rendered twice", async () => {
  const turns = ["**one**", "**two**", "**three**"].map(
    (text): SharedTurn => ({ role: "assistant", parts: [{ type: "text", text }], facts: [] }),
  );
  const page = { title: "Page", convention: "chat" as const, turns, settings: [] };
  const turnsOfOthers = async () => {
    let count = 0;
    let preparing = true;
    const other = () => {
      count += 1;
      if (preparing) setImmediate(other);
    };
    setImmediate(other);
    await prepareMarkdown(page);
    preparing = false;
    return count;
  };
  expect(await turnsOfOthers()).toBeGreaterThanOrEqual(turns.length);
  expect(await turnsOfOthers()).toBe(0);
  expect(render("**two**")).toContain("<strong");
});
