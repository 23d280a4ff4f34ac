/** Colours by their names, in the languages that cost nothing to add. */
import { type Colour, hex } from "../pixels/colour.ts";

const NAMES: Record<string, string> = {
  "#d62f2f": "red rot rouge rojo rosso",
  "#b01e3c": "crimson burgundy maroon wine",
  "#e8422c": "scarlet vermilion",
  "#ff6f61": "coral salmon",
  "#f28a1e": "orange naranja",
  "#f2a93b": "amber",
  "#f6c928": "yellow gelb jaune amarillo giallo",
  "#d9a520": "gold golden mustard dorado",
  "#b87333": "copper bronze",
  "#8a5a33": "brown braun marron chocolate",
  "#d8b98a": "tan beige sand khaki",
  "#f3e9d2": "cream ivory",
  "#3e9b4f": "green grün vert verde",
  "#1f6b3a": "emerald",
  "#9bd13c": "lime chartreuse",
  "#7c8f3a": "olive",
  "#a8e0c4": "mint",
  "#1f8f8c": "teal",
  "#36c5c0": "turquoise aqua cyan",
  "#2f6fd6": "blue blau bleu azul blu",
  "#7fb9ea": "azure",
  "#1d2c5e": "navy",
  "#4b3fa8": "indigo",
  "#7d3fb0": "purple violet lila viola morado",
  "#b79ae0": "lavender lilac mauve",
  "#d63fa2": "magenta fuchsia",
  "#f39ab8": "pink rosa rose",
  "#f4f4f1": "white weiß weiss blanc blanco bianco",
  "#8d9299": "grey gray grau gris silver",
  "#22242a": "black schwarz noir negro nero",
};

const COLOURS = new Map(
  Object.entries(NAMES).flatMap(([value, words]) => words.split(" ").map((word) => [word, value])),
);

/** @param value as `#rrggbb` @returns its English name; undefined for a colour that has none here */
export function nameOfColour(value: string): string | undefined {
  return NAMES[value]?.split(" ")[0];
}

/** Undefined for any other word. `#rgb` and `#rrggbb` count as words. */
export function colourOfWord(word: string): Colour | undefined {
  if (/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(word)) return hex(word);
  // German adjectives carry endings: "roter", "blaue".
  const value = COLOURS.get(word) ?? COLOURS.get(word.replace(/(?:er|es|en|em|e)$/, ""));
  return value === undefined ? undefined : hex(value);
}

/** Colours that a mood stands for, and how much chroma it takes. */
export const MOODS: readonly { pattern: RegExp; colours: string[]; chroma: number }[] = [
  { pattern: /black[- ]and[- ]white|monochrome|gr[ae]yscale|noir film|film noir/, colours: [], chroma: 0 },
  { pattern: /pastel|soft colou?rs/, colours: ["#f7c6d0", "#c9dff2", "#fbe8c8"], chroma: 0.7 },
  { pattern: /neon|cyberpunk|synthwave|vaporwave/, colours: ["#ff2e9a", "#22e0ff", "#5b2be0"], chroma: 1.25 },
  { pattern: /sepia|vintage|retro/, colours: ["#c79a5b", "#7a5233", "#efe0bf"], chroma: 0.65 },
  { pattern: /earth(?:y)? tones?|rustic/, colours: ["#a5673f", "#7c7a45", "#d9b98a"], chroma: 0.85 },
  { pattern: /\bwarm\b/, colours: ["#f2a24b", "#d9603a"], chroma: 1.05 },
  { pattern: /\bcool\b|\bcold\b/, colours: ["#4f86c6", "#7fc4d8"], chroma: 0.95 },
  { pattern: /muted|desaturated|subtle/, colours: [], chroma: 0.65 },
  { pattern: /colou?rful|vibrant|saturated|rainbow colou?rs/, colours: [], chroma: 1.25 },
];
