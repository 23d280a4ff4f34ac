import { fail } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinBlocks } from "#lib/playground/markdown/markdown-block.ts";
import { advanceSplit, emptySplit, type MarkdownSplit } from "#lib/playground/markdown/split-blocks.ts";
import { corpus } from "./corpus.ts";

const documents = Object.entries(corpus);

/** Feeds the text piece by piece, checks the laws at each step and gives back the final split. */
function feed(text: string, cuts: number[]): MarkdownSplit {
  let split = emptySplit;
  const ends = [...new Set(cuts.map((cut) => Math.floor(cut * text.length)))].sort((a, b) => a - b);
  for (const end of ends) {
    const before = split;
    split = advanceSplit(before, { text: text.slice(0, end), final: false });
    expect(joinBlocks(split.settled) + joinBlocks(split.tail)).toBe(split.text);
    expect(split.settled.length).toBeGreaterThanOrEqual(before.settled.length);
    for (const [index, block] of before.settled.entries()) {
      if (split.settled[index] !== block) fail(`settled block ${index} was replaced`);
    }
  }
  return advanceSplit(split, { text, final: true });
}

describe("advanceSplit", () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });

  it.each(documents)("keeps its laws on %s, wherever the text is cut", (_name, text) => {
    const whole = advanceSplit(emptySplit, { text, final: true });
    expect(joinBlocks(whole.settled)).toBe(text);
    expect(whole.tail).toEqual([]);
    fc.assert(
      fc.property(cuts, (at) => {
        const fed = feed(text, at);
        expect(fed.settled).toEqual(whole.settled);
        expect(fed.definitions).toEqual(whole.definitions);
      }),
      { numRuns: 15 },
    );
  });

  it.each(documents.filter(([, text]) => text.length < 1500))(
    "keeps its laws on %s, character by character",
    (_name, text) => {
      const fed = feed(
        text,
        Array.from(text, (_, index) => index / text.length),
      );
      expect(fed.settled).toEqual(advanceSplit(emptySplit, { text, final: true }).settled);
    },
  );

  it("keeps its laws on any sequence of fragments", () => {
    const fragments = fc.array(
      fc.constantFrom(
        ...[
          "a",
          "word ",
          "\n",
          "\n\n",
          "# ",
          "- ",
          "1. ",
          "2) ",
          "  ",
          "    ",
          "> ",
          "```",
          "```ts\n",
          "~~~\n",
          "| a | b |\n",
          "|---|---|\n",
        ],
        ...[
          "---",
          "===",
          "***",
          "[x]: /y\n",
          "[^1]: n\n",
          "<div>",
          "</div>\n",
          "<!--",
          "-->",
          "<pre>",
          "`",
          "\r\n",
          "\t",
          "* ",
          "+ ",
          "\\(",
          "[x]",
          "$$",
          "$$\n",
          "\\[",
          "\\]\n",
        ],
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(fragments, cuts, (parts, at) => {
        const text = parts.join("");
        expect(feed(text, at).settled).toEqual(advanceSplit(emptySplit, { text, final: true }).settled);
      }),
      { numRuns: 500 },
    );
  });
});
