import { describe, expect, test } from "vitest";
import { splitSpeech, toSpokenText } from "#lib/playground/audio/to-spoken-text.ts";

describe("Markdown as it is read aloud", () => {
  test.each([
    ["## A heading", "A heading"],
    ["**Bold**, _slanted_, ~~struck~~ and `code`", "Bold, slanted, struck and code"],
    ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
    ["> Quoted\n> twice", "Quoted\ntwice"],
    ["- [x] done\n2. second", "done\nsecond"],
    ["See [the guide](https://example.com/a) and ![a house](x.png)", "See the guide and a house"],
    ["At https://example.com/long?x=1 or <https://example.com>", "At or"],
    ["Note[^1].\n\n[^1]: Below.", "Note.\n\nBelow."],
    ["| City | Degrees |\n|---|--:|\n| Oslo | 21 |", "City, Degrees\nOslo, 21"],
    ["Before\n\n```js\nconst a = 1;\n```\n\nAfter", "Before\n\nAfter"],
    ["````\n```\ncode\n```\n````\nAfter", "After"],
    ["Open\n```\nnever closed", "Open"],
    ["<b>Words</b> &\\* more", "Words &* more"],
    ["---", ""],
    ["日本語の文。**太字**。", "日本語の文。太字。"],
  ])("%j is %j", (markdown, spoken) => expect(toSpokenText(markdown)).toBe(spoken));

  // A pattern that tries each way to read such a line would not end in a day.
  test.each(["-", "[", "[^", "](", "<a", "<http:", "| ", " ", "*", "> ", "\\", "a`"])(
    "a line of 50,000 times %j, as a model can write it, is read like any other",
    (sign) => expect(toSpokenText(`${sign.repeat(50_000)} x`)).toMatch(/x$/),
  );
});

describe("pieces of a text", () => {
  test("end with a sentence, hold all words, and are never too long", () => {
    const text = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} ends here.`).join(" ");
    const pieces = splitSpeech(text, 200);
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.every((piece) => piece.length <= 200 && piece.endsWith("."))).toBe(true);
    expect(pieces.join(" ")).toBe(text);
  });

  test("are cut between words, and where there are none between characters", () => {
    expect(splitSpeech("one two three four", 10)).toEqual(["one two", "three four"]);
    const faces = splitSpeech("😀".repeat(10), 5);
    expect(faces.every((piece) => piece.isWellFormed() && piece.length <= 5)).toBe(true);
    expect(faces.join("")).toBe("😀".repeat(10));
  });

  test("of no text are none", () => expect(splitSpeech("  \n ", 10)).toEqual([]));
});
