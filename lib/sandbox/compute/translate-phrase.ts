/** Phrases of the phrase book in other languages: `say hello in 5 languages`, `thank you in Japanese`. */
import { findPhrase, LANGUAGES } from "../facts/phrases.ts";

const NUMBER_WORDS: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const NAMED = `(${LANGUAGES.join("|")}|mandarin)`;
const ONE = [
  new RegExp(
    `^(?:please |can you |could you )*(?:translate|say|write|how (?:do|would) (?:you|i) say|how to say|what(?:'s| is))\\s+["'“‘]?([\\p{L} ]{2,20}?)["'”’]?\\s+(?:in|into|to)\\s+${NAMED}[?!.]*$`,
    "iu",
  ),
  new RegExp(`^(?:translate\\s+)?(?:in|to|into)\\s+${NAMED}[:,]?\\s+["'“]?([\\p{L} ]{2,20}?)["'”]?[?!.]*$`, "iu"),
  new RegExp(`^["'“]?([\\p{L} ]{2,20}?)["'”]? (?:in|to) ${NAMED}[?!.]*$`, "iu"),
];
const MANY =
  /^(?:please |can you |could you )*(?:say|write|translate|give me|how do you say|greet me|list|show me)\s*["'“‘]?([\p{L} ]{0,20}?)["'”’]?\s*(?:in|into|to)\s+(\d{1,2}|\p{L}+)(?: different| other| foreign)? languages[?!.]*$/iu;
const BARE = /^(?:please |can you |could you )*translate\s+["'“‘]?([\p{L} ]{2,20}?)["'”’]?[?!.]*$/iu;

export function translatePhrase(question: string): string | undefined {
  if (question.length > 120) return undefined;
  const many = MANY.exec(question) ?? BARE.exec(question);
  if (many) {
    const word = many[2]?.toLowerCase() ?? "";
    const count = NUMBER_WORDS[word] ?? (Number(word) || LANGUAGES.length);
    return listLanguages(findPhrase(many[1]?.trim() || "hello"), count);
  }
  for (const [index, form] of ONE.entries()) {
    const match = form.exec(question);
    if (!match) continue;
    const [phrase = "", language = ""] = index === 1 ? [match[2], match[1]] : [match[1], match[2]];
    const place = LANGUAGES.findIndex(
      (name) => name.toLowerCase() === language.toLowerCase().replace("mandarin", "chinese"),
    );
    const found = findPhrase(phrase.trim())?.[place];
    if (found !== undefined) return `**${found}**`;
  }
  return undefined;
}

function listLanguages(phrases: readonly string[] | undefined, count: number): string | undefined {
  if (!phrases) return undefined;
  // English is what was asked in, so the others come first.
  const order = [...LANGUAGES.keys()].sort((left, right) => Number(left === 0) - Number(right === 0));
  const rows = order.slice(0, count).map((place) => `| ${LANGUAGES[place]} | ${phrases[place]} |`);
  const short = count > LANGUAGES.length ? `\n\nMy phrase book has ${LANGUAGES.length} languages.` : "";
  return `| Language | Phrase |\n|---|---|\n${rows.join("\n")}${short}`;
}
