/** Colours of the usage chart: seen on the card, and told apart, in both themes. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("app/tokens.css", "utf8");
const [light = "", dark = ""] = css.split("@variant dark");
const themes = [
  ["light", light, 0.98],
  ["dark", dark, 0.0066],
] as const;

type Rgb = [number, number, number];
const readColours = (text: string): Rgb[] =>
  [...text.matchAll(/--series-\d: #(..)(..)(..);/g)].map(([, ...pairs]) => {
    const channels = pairs.map((pair) => Number.parseInt(pair, 16) / 255);
    return channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as Rgb;
  });
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** OKLab, in which equal distances look equally different. */
function toOklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe.each(themes)("in the %s theme", (_theme, text, card) => {
  const colours = readColours(text);

  it("eight colours contrast with the card by 3 to 1", () => {
    expect(colours).toHaveLength(8);
    for (const colour of colours) {
      const [low, high] = [luminance(colour), card].sort((a, b) => a - b) as [number, number];
      expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(3);
    }
  });

  it("no two are alike", () => {
    const labs = colours.map(toOklab);
    const distances = labs.flatMap((one, index) =>
      labs.slice(index + 1).map((two) => Math.hypot(...one.map((value, axis) => value - (two[axis] as number)))),
    );
    expect(Math.min(...distances)).toBeGreaterThan(0.1);
  });
});
