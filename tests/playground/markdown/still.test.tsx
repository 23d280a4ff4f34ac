import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MarkdownStream } from "../../../components/markdown/markdown-stream.tsx";
import { Still } from "../../../components/markdown/still-context.ts";

const render = (text: string) =>
  renderToStaticMarkup(
    <Still value={true}>
      <MarkdownStream text={text} live={false} />
    </Still>,
  );

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
