import { describe, expect, it } from "vitest";
import { renderFormula } from "#components/markdown/render-formula.ts";
import { readFormulaSource } from "#lib/playground/markdown/formulas/formula-source.ts";
import { advanceSplit, emptySplit } from "#lib/playground/markdown/split-blocks.ts";

const blocksOf = (text: string, final = true) => {
  const { settled, tail } = advanceSplit(emptySplit, { text, final });
  return [...settled, ...tail].map(({ kind, raw }) => [kind, raw]);
};

describe("formula blocks", () => {
  it.each([
    ["$$x$$\n", [["formula", "$$x$$\n"]]],
    ["\\[\nx\n\\]", [["formula", "\\[\nx\n\\]"]]],
    // Within a formula the marks of lists, headings and rules are TeX.
    ["$$\na\n- b\n# c\n===\n$$\n", [["formula", "$$\na\n- b\n# c\n===\n$$\n"]]],
    [
      "Then\n$$x$$\nand",
      [
        ["prose", "Then\n"],
        ["formula", "$$x$$\n"],
        ["prose", "and"],
      ],
    ],
    // A row's end before a bracket closes nothing.
    ["\\[ a \\\\[2pt] b \\\\] c \\]", [["formula", "\\[ a \\\\[2pt] b \\\\] c \\]"]]],
    ["$$a \\$$$ b", [["prose", "$$a \\$$$ b"]]],
    ["$$x$$ is inline", [["prose", "$$x$$ is inline"]]],
    [
      "$$ 5 each\n\nor $$\n",
      [
        ["prose", "$$ 5 each"],
        ["prose", "\n\nor $$\n"],
      ],
    ],
    ["$$$\nx\n$$$\n", [["prose", "$$$\nx\n$$$\n"]]],
    ["$$\n$$\n", [["prose", "$$\n$$\n"]]],
    ["```tex\n$$x$$\n```\n", [["code", "```tex\n$$x$$\n```\n"]]],
    ["```tex\n$$x$$\n", [["code", "```tex\n$$x$$\n"]]],
    ["    $$x$$\n", [["prose", "    $$x$$\n"]]],
    ["> $$x$$\n", [["prose", "> $$x$$\n"]]],
    [`$$${"x".repeat(2_001)}$$\n`, [["prose", `$$${"x".repeat(2_001)}$$\n`]]],
  ])("are found in %j", (text, expected) => {
    expect(blocksOf(text)).toEqual(expected);
  });

  it("stay text until they are closed", () => {
    expect(blocksOf("Then\n\n$$\n# a\n- b\n", false)).toEqual([
      ["prose", "Then"],
      ["silent", "\n\n"],
      ["formula", "$$\n# a\n- b\n"],
    ]);
    // A formula without an end is text.
    expect(blocksOf("$$\n# a\n\nb", false).map(([kind]) => kind)).not.toContain("formula");
  });
});

describe("renderFormula", () => {
  it("renders HTML for display and MathML for screen readers", () => {
    const rendered = renderFormula(readFormulaSource("\\(\\frac{a}{b}\\)", { block: false }));
    expect(rendered).toHaveProperty("html", expect.stringMatching(/<math[^>]*>.*<mfrac>.*aria-hidden="true"/));
  });

  it("reports invalid TeX, and stops macros that expand without end", () => {
    expect(renderFormula({ tex: "\\frac{a", display: false })).toHaveProperty(
      "problem",
      expect.stringContaining("KaTeX"),
    );
    const growing =
      "\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\d\\d}\\def\\d{\\e\\e}\\def\\e{\\f\\f}\\def\\f{\\g\\g}\\def\\g{\\h\\h}\\def\\h{xx}\\a\\a\\a";
    expect(renderFormula({ tex: growing, display: true })).toHaveProperty(
      "problem",
      expect.stringContaining("expansions"),
    );
  });

  it("strips URLs, styles and markup", () => {
    for (const tex of [
      "\\href{javascript:alert(1)}{x}",
      "\\includegraphics{https://a.example/x.png}",
      "\\htmlStyle{color:red}{x}",
    ])
      expect(JSON.stringify(renderFormula({ tex, display: false }))).not.toMatch(/<a |<img|style=[^>]*color:red/);
    expect(
      JSON.stringify(renderFormula({ tex: "\\text{<img src=x onerror=alert(1)>}", display: false })),
    ).not.toContain("<img");
  });
});
