/** Colours that cover most of an image, with names. */
import type { Sharp } from "sharp";

export type Colour = { name: string; hex: string /** 0 to 1. */; share: number };

type Rgb = readonly [number, number, number];

const SAMPLE_SIZE = 64;
const MOST_COLOURS = 5;
/** Distance (in 0…441) below which two colours count as one. */
const SAME_COLOUR = 48;

export async function dominantColours(image: Sharp): Promise<Colour[]> {
  const { data, info } = await image
    .resize(SAMPLE_SIZE, SAMPLE_SIZE, { fit: "inside", withoutEnlargement: true, kernel: "nearest" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const groups: Group[] = [];
  let visible = 0;
  for (let at = 0; at + 3 < data.length; at += info.channels) {
    const [red, green, blue, alpha] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 255];
    if (alpha < 32) continue;
    visible += 1;
    const near = findNear(groups, red, green, blue);
    if (near) {
      near.red += red;
      near.green += green;
      near.blue += blue;
      near.count += 1;
    } else groups.push({ red, green, blue, count: 1 });
  }
  const largest = groups.sort((left, right) => right.count - left.count).slice(0, MOST_COLOURS);
  return largest.map(({ red, green, blue, count }) => {
    const mean: Rgb = [Math.round(red / count), Math.round(green / count), Math.round(blue / count)];
    return { name: nameOf(mean), hex: toHex(mean), share: count / visible };
  });
}

/** Sums over the pixels of one colour. */
type Group = { red: number; green: number; blue: number; count: number };

/** Allocates nothing: it runs for each pixel, with up to hundreds of groups. */
function findNear(groups: Group[], red: number, green: number, blue: number): Group | undefined {
  for (const group of groups) {
    const { count } = group;
    const [offRed, offGreen, offBlue] = [
      group.red / count - red,
      group.green / count - green,
      group.blue / count - blue,
    ];
    if (offRed * offRed + offGreen * offGreen + offBlue * offBlue < SAME_COLOUR * SAME_COLOUR) return group;
  }
  return undefined;
}

const NAMED: Record<string, Rgb> = {
  black: [0, 0, 0],
  "dark grey": [70, 70, 70],
  grey: [128, 128, 128],
  "light grey": [200, 200, 200],
  white: [255, 255, 255],
  maroon: [128, 0, 0],
  red: [230, 25, 25],
  salmon: [250, 128, 114],
  pink: [255, 182, 200],
  orange: [255, 140, 0],
  brown: [139, 84, 40],
  tan: [210, 180, 140],
  beige: [245, 240, 220],
  gold: [230, 190, 40],
  yellow: [255, 240, 0],
  olive: [128, 128, 0],
  lime: [120, 230, 30],
  green: [0, 160, 40],
  "dark green": [0, 80, 30],
  mint: [170, 240, 200],
  teal: [0, 128, 128],
  turquoise: [64, 224, 208],
  cyan: [0, 230, 255],
  "sky blue": [135, 206, 235],
  blue: [20, 60, 230],
  "steel blue": [70, 130, 180],
  navy: [0, 0, 110],
  indigo: [75, 0, 130],
  purple: [140, 40, 160],
  lavender: [215, 205, 245],
  magenta: [255, 0, 255],
};

function nameOf(colour: Rgb): string {
  let best = "grey";
  let nearest = Number.POSITIVE_INFINITY;
  for (const [name, value] of Object.entries(NAMED)) {
    const away = distance(value, colour);
    if (away < nearest) [best, nearest] = [name, away];
  }
  return best;
}

function distance(left: Rgb, right: Rgb): number {
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
}

function toHex(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
