/** Lettering: quoted words are text in the picture, not subjects. */

const MOST_LETTERS = 60;

const QUOTED = /["“„«»]([^"“”„«»\n]+)["”“»«]|(?<![\p{L}\d])['‘‚]([^'‘’‚\n]+)['’](?![\p{L}\d])/gu;

/** Matches prompts about writing. Quotes alone are not lettering, since dialogue and titles are quoted too. */
const WRITING =
  /\b(says?|saying|reads?|reading|written|writing|words?|text|title[ds]?|letter(?:s|ing|ed)?|label(?:l?ed|s)?|captions?|slogan|sign\w*|banners?|billboards?|posters?|logo|neon|inscri\w+|named|called|spell\w*|schild|aufschrift|panneau|letrero|cartel)\b/i;

export type ReadLettering = { lettering?: string /** The prompt without it. */; rest: string };

export function readLettering(prompt: string): ReadLettering {
  const quoted = [...prompt.matchAll(QUOTED)].map((match) => (match[1] ?? match[2] ?? "").trim()).filter(Boolean);
  const rest = prompt.replaceAll(QUOTED, " ");
  const [first] = quoted;
  if (first === undefined || first.length > MOST_LETTERS || !WRITING.test(rest)) return { rest: prompt };
  return { lettering: first, rest };
}
