/** Counts in a text: a letter in a word, words, letters, characters, vowels, sentences, lines. */
import { asCode, textArgument } from "./text-argument.ts";

const LETTER =
  /\b(?:how many|count(?: the)?|number of)\b.*?(?:\bletters?\s+)?["'“‘`]?\b([a-z])\b["'”’`]?(?:['’]?s)?\b.{0,40}?\b(?:in|of|does|has|have)\b(?: there)?(?: in)?(?: the)?(?: words?| name| sentence| phrase)?\s+["'“`]?([\p{L}'-]+)/iu;
const UNITS =
  /\b(?:how many|count(?: the)?|number of|length of)\b.*?\b(words?|letters?|characters?|chars?|vowels?|consonants?|sentences?|lines?|digits?)\b/i;

export function countInText(question: string): string | undefined {
  if (question.length > 5000) return undefined;
  return countLetter(question) ?? countUnits(question);
}

function countLetter(question: string): string | undefined {
  if (question.length > 300 || /\bdays?\b/i.test(question)) return undefined;
  const [, letter = "", named = ""] = LETTER.exec(question) ?? [];
  const word = textArgument(question.replace(new RegExp(`["'“‘\`]${letter}["'”’\`]`, "i"), letter)) ?? named;
  if (letter === "" || word === "" || word.length < 2) return undefined;
  const isSame = (character: string) => character.toLowerCase() === letter.toLowerCase();
  const count = [...word].filter(isSame).length;
  const shown = [...word]
    .map((character) => (isSame(character) ? `**${character}**` : character))
    .join("")
    .replaceAll("****", "");
  return `**${count}.** ${shown} has ${count === 0 ? "no" : count} “${letter}”${count === 1 ? "" : "s"}.`;
}

const COUNTERS: [RegExp, (text: string) => number][] = [
  [/^word/, (text) => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0],
  [/^letter/, (text) => text.match(/\p{L}/gu)?.length ?? 0],
  [/^char/, (text) => [...text].length],
  [/^vowel/, (text) => text.match(/[aeiouäöü]/giu)?.length ?? 0],
  [/^consonant/, (text) => text.match(/[b-df-hj-np-tv-z]/giu)?.length ?? 0],
  [/^sentence/, (text) => text.match(/[^.!?]+(?:[.!?]+|$)/g)?.filter((part) => /\p{L}/u.test(part)).length ?? 0],
  [/^line/, (text) => text.split("\n").length],
  [/^digit/, (text) => text.match(/\d/g)?.length ?? 0],
];

function countUnits(question: string): string | undefined {
  const unit = UNITS.exec(question)?.[1]?.toLowerCase();
  if (unit === undefined || /\b(?:conversation|chat|message|prompt|so far|tokens?)\b/i.test(question.slice(0, 100)))
    return undefined;
  const text = textArgument(question, /\b(?:in|of)\b(?: the)?(?: (?:words?|name|text|sentence|phrase|string))?\s/i);
  const counter = COUNTERS.find(([name]) => name.test(unit))?.[1];
  if (text === undefined || counter === undefined) return undefined;
  // Unquoted, it may be something else than a text: "How many words are in the Bible?"
  if (!/["“`':]/.test(question) && /^(?:the |this |that |my |an? )/i.test(text)) return undefined;
  const count = counter(text);
  const plural = unit.replace(/^chars?$/, "characters").replace(/s?$/, count === 1 ? "" : "s");
  const shown = text.length > 80 ? "" : `: ${asCode(text)}`;
  return `**${count.toLocaleString("en-US")} ${plural}**${shown}`;
}
