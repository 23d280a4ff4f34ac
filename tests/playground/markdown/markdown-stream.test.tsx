import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownStream } from "#components/markdown/markdown-stream.tsx";
import { shieldFormulas } from "#lib/playground/markdown/formulas/table-formulas.ts";
import { corpus } from "./corpus.ts";

function render(text: string, live = false): string {
  return renderToStaticMarkup(<MarkdownStream text={text} live={live} />);
}

/** Values of an attribute in markup that React wrote. */
function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map((match) => match[1] ?? "");
}

describe("MarkdownStream", () => {
  it.each(Object.entries(corpus))("lets nothing active through in %s, live or settled, cut anywhere", (_name, text) => {
    const lengths = [text.length, Math.floor(text.length / 3), Math.floor(text.length / 2)];
    for (const length of lengths) {
      for (const live of [false, true]) {
        const html = render(text.slice(0, length), live);
        expect(html).not.toMatch(/<(script|iframe|style|object|embed|form|link|meta|base)\b/i);
        expect(html).not.toMatch(/<[^>]*\son[a-z]+=/i);
        for (const href of attributes(html, "href")) expect(href).toMatch(/^(https?:\/\/|mailto:)/i);
        for (const src of attributes(html, "src")) expect(src).toMatch(/^(https:\/\/|data:image\/)/i);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
        expect(html).not.toMatch(/[\u0000-\u0008\u202a-\u202e]/);
      }
    }
  });

  // A block on which the parser throws is shown as text, so a bug in one of our extensions would look like this.
  it.each(Object.entries(corpus).filter(([name]) => !name.startsWith("deep")))(
    "parses every block of %s",
    (_name, text) => {
      expect(render(text)).not.toContain('<p class="whitespace-pre-wrap');
    },
  );

  describe("a formula in a table", () => {
    const listCells = (html: string) => [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map((cell) => cell[1] ?? "");
    const getText = (html: string) => html.replace(/<[^>]*>/g, "");
    const row = (line: string) => listCells(render(`| a | b |\n|---|---|\n| ${line} |\n`));

    it.each([
      ["\\(P(A|B)\\) | two", "\\(P(A|B)\\)"],
      ["$$|x| + |y|$$ | two", "$$|x| + |y|$$"],
      ["$$\\{x \\mid |x|\\}$$ and \\(|y|\\) | two", "$$\\{x \\mid |x|\\}$$ and \\(|y|\\)"],
    ])("is not cut: %s", (line, formula) => {
      const cells = row(line);
      expect(cells).toHaveLength(2);
      // As it stands until the renderer of formulas is loaded.
      expect(cells[0]).toContain("text-muted-foreground");
      expect(getText(cells[0] ?? "")).toContain(formula);
      expect(getText(cells[1] ?? "")).toBe("two");
    });

    it.each([
      // No formula, no shield: prices, code and what is escaped are cut as ever.
      ["$5 | $6", ["$5", "$6"]],
      ["costs $$ | or $$", ["costs $$", "or $$"]],
      ["$$ | $$$", ["$$", "$$$"]],
      ["`\\(a` | `b\\)`", ["\\(a", "b\\)"]],
      ["a\\|b | c", ["a|b", "c"]],
      ["\\\\(a | b\\\\)", ["\\(a", "b\\)"]],
    ])("takes nothing else along: %s", (line, texts) => {
      expect(row(line).map(getText)).toEqual(texts);
    });

    it("is found in linear time", () => {
      const long = " ".repeat(100_000);
      for (const line of [`${long}x`, `---${long}x`, `|---|${long}x`, "-".repeat(100_000)]) {
        expect(shieldFormulas(line)).toBe(line);
      }
      const open = `|---|\n${"\\( ".repeat(20_000)}`;
      expect(shieldFormulas(open)).toBe(open);
    });

    it("leaves formulas beside the table as they are", () => {
      expect(render("| a | b |\n|---|---|\n| 1 | 2 |\n\nand \\(|z|\\)")).toContain("|z|");
    });
  });

  it("shows raw HTML as text", () => {
    expect(render("a <b>bold</b>\n\n<script>alert(1)</script>")).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("opens links in a new tab without a referrer, and shows unsafe ones as text", () => {
    expect(render("[docs](https://example.com/a?b=1&c=2)")).toMatch(
      /<a[^>]*href="https:\/\/example.com\/a\?b=1&amp;c=2"[^>]*target="_blank"[^>]*rel="noreferrer noopener"/,
    );
    expect(render("[here](/relative) [x](javascript:alert(1))")).not.toContain("<a");
    expect(render("[ftp](ftp://example.com)")).toContain("ftp");
  });

  it.each(["https://example.com/cat.png", "HTTPS://example.com/cat.png?d=secret"])(
    "shows an image of another site as a card that names the site (%s)",
    (url) => {
      const html = render(`![a cat](${url})`);
      expect(html).not.toMatch(/<(img|iframe)/);
      expect(html).toContain("a cat");
      expect(html).toContain('aria-label="Load image from example.com"');
    },
  );

  it("shows an image that is data, lazily and with its text", () => {
    expect(render("![a cat](data:image/png;base64,AAAA)")).toMatch(/<img[^>]*alt="a cat"[^>]*loading="lazy"/);
  });

  it.each(["http://example.com/cat.png", "//example.com/cat.png", "/cat.png", "blob:x", "data:text/html,x"])(
    "shows the text alone of an image at %s",
    (url) => {
      const html = render(`![a cat](${url})`);
      expect(html).not.toMatch(/<(img|iframe|a|button) /);
      expect(html).toContain("[a cat]");
    },
  );

  it("puts no card into a link", () => {
    const html = render("[![a cat](https://example.com/cat.png)](https://docs.example/page)");
    expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<button/);
    expect(html).toMatch(/<a [^>]*href="https:\/\/docs\.example\/page"[^>]*>docs\.example<\/a>/);
  });

  it("passes link definitions to the blocks that use them", () => {
    const html = render(corpus["reference links"] ?? "");
    expect(attributes(html, "href")).toEqual([
      "https://example.com/spec",
      "https://example.com/spec",
      "https://example.com/logo.png",
      "https://example.com/spec",
      "https://example.com/inner",
    ]);
    expect(html).toContain("[missing]");
    expect(html).toContain('title="The spec (https://example.com/spec)"');
  });

  it("keeps footnotes readable in their place", () => {
    const html = render(corpus.footnotes ?? "");
    expect(html).toContain("one.<sup>1</sup>");
    expect(html).toContain("<sup>note</sup> Second source");
    expect(html).toContain("[^abc]");
    expect(render("a[^1]\n\n[^1]: word")).toContain("<sup>1</sup> <span>word</span>");
  });

  it("leaves prices and code as they were written", () => {
    const html = render("It costs $5 or $6, $$ at most, or $$$, `\\(code\\)`, `$$code$$`, 1\\*2");
    expect(html).toContain("It costs $5 or $6, $$ at most, or $$$, ");
    expect(html).toContain(">\\(code\\)</code>");
    expect(html).toContain(">$$code$$</code>");
    expect(html).toContain("1*2");
  });

  it("keeps formulas whole while their renderer loads", () => {
    const html = render("\\(a_1 * b_1 * c\\) and \\[x\\] and $$p_1 * p_2$$");
    for (const source of ["\\(a_1 * b_1 * c\\)", "\\[x\\]", "$$p_1 * p_2$$"])
      expect(html).toContain(`<span class="text-muted-foreground">${source}</span>`);
    expect(render("**a** \\[\n\\frac{1}{2}\n  b_1\n\\] c")).toContain("\\[\n\\frac{1}{2}\nb_1\n\\]</span>");
  });

  it.each(["$c(n) = 8 + n$", "$\\bar{n}$", "$x$", "$n - 1$", "$f(x)$", "$2x$", "$10^5$", "$(a, b)$", "$\\$ + x_1$"])(
    "takes %s between single dollar signs for a formula",
    (formula) => {
      for (const text of [`With ${formula}, and more.`, `(${formula})`, formula]) {
        expect(render(text)).toContain(`<span class="text-muted-foreground">${formula}</span>`);
      }
    },
  );

  it.each([
    "from $5 to $10",
    "between $5-$10",
    "$5_000 and 6$",
    "$HOME/$USER",
    "US$5 = C$7",
    "set $name and $value$",
    "$AAPL, $MSFT",
    "$ x = 1 $",
    "$x = $",
    "$a =\nb$",
    "$i,$j",
    "a $word$ b",
    "$=$5",
  ])("leaves %s as it is", (text) => {
    const html = render(text);
    expect(html).not.toContain("text-muted-foreground");
    expect(html.replaceAll(/<[^>]*>/g, "").trim()).toBe(text);
  });

  it("shows a formula that is still open as text", () => {
    expect(render("Sum:\n\n$$\n# a_1_2\n- b", true)).toContain("$$\n# a_1_2\n- b</p>");
  });

  it("gives tables column headers inside a box of their own", () => {
    const html = render("| a | b |\n|--:|---|\n| 1 | 2 |");
    expect(html).toMatch(/aria-label="Table"[^>]*overflow-x-auto/);
    expect(html).toContain('<th role="columnheader" scope="col"');
    expect(html).toContain('style="text-align:right"');
  });

  it("continues the numbers of a sliced list and repeats a sliced table's header", () => {
    expect(attributes(render(corpus["ordered to slice"] ?? ""), "start")).toEqual(["51", "101", "151", "201", "251"]);
    const html = render(corpus["table to slice"] ?? "");
    expect(html.match(/<th /g)).toHaveLength(6);
    expect(html.match(/<tr /g)).toHaveLength(453);
  });

  it("names the language and the lines of code, and its copy button", () => {
    const html = render("```ts\nconst a = 1;\n\nconst b = 2;\n```");
    expect(html).toContain(">ts</span>");
    expect(html).toContain("3 lines");
    expect(html).toContain('aria-label="Copy code"');
    expect(html).toContain("const a = 1;\n\nconst b = 2;</code>");
  });

  it("offers to expand only code that is capped", () => {
    expect(render("```\na\n```")).not.toContain("Expand");
    expect(render(`\`\`\`\n${"a\n".repeat(40)}\`\`\``)).toContain("Expand");
  });

  it("shows an open fence as code in chunks of fifty lines", () => {
    const html = render(`\`\`\`ts\n${"const a = 1;\n".repeat(120)}`, true);
    expect(html.match(/<code /g)).toHaveLength(3);
    expect(html).toContain("markdown-code-growing");
  });

  it("shows an unfinished construct as if it were complete, only while live", () => {
    expect(render("some **bold", true)).toContain('<strong class="font-semibold">bold</strong>');
    expect(render("some **bold", false)).toContain("**bold");
    expect(render("see [docs](https://exa", true)).not.toContain("<a");
  });

  it("puts the caret at the end of the text, only while live", () => {
    expect(render("one\n\n- two\n- three", true)).toMatch(/<li data-caret="">three/);
    expect(render("", true)).toContain("data-caret");
    expect(render("one\n\n- two\n- three", false)).not.toContain("data-caret");
  });

  it("shows content that is nested too deeply as text", () => {
    const html = render(`${"> ".repeat(1000)}deep`);
    expect(html).not.toContain("<blockquote");
    expect(html).toContain("deep");
  });
});
