/** Changes of a text: its case, its order, ROT13, and whether it is a palindrome. */
import { asCode, textArgument } from "./text-argument.ts";

type Change = { asked: RegExp; apply(text: string): string };

const words = (text: string) => text.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").match(/[\p{L}\p{N}]+/gu) ?? [];
const capitalise = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
const camel = (text: string) =>
  words(text)
    .map((word, index) => (index === 0 ? word.toLowerCase() : capitalise(word)))
    .join("");

const CHANGES: Change[] = [
  { asked: /\b(?:camel ?case|camelcase)\b/i, apply: camel },
  { asked: /\bpascal ?case\b/i, apply: (text) => words(text).map(capitalise).join("") },
  { asked: /\bsnake[_ ]?case\b/i, apply: (text) => words(text).join("_").toLowerCase() },
  { asked: /\b(?:kebab[- ]?case|slug(?:ify)?)\b/i, apply: (text) => words(text).join("-").toLowerCase() },
  { asked: /\b(?:upper ?case|capital letters|all caps)\b|\bcapitali[sz]e all\b/i, apply: (text) => text.toUpperCase() },
  { asked: /\b(?:lower ?case|small letters)\b/i, apply: (text) => text.toLowerCase() },
  {
    asked: /\b(?:title ?case|capitali[sz]e)\b/i,
    apply: (text) => text.replaceAll(/[\p{L}\p{N}'’]+/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1)),
  },
  {
    asked: /\breverse\b.*\bwords?\b.*\border\b|\breverse the order of (?:the )?words\b/i,
    apply: (text) => text.split(/\s+/).reverse().join(" "),
  },
  {
    asked: /\b(?:reverse|backwards?|mirror)\b/i,
    apply: (text) =>
      [...new Intl.Segmenter().segment(text)]
        .map(({ segment }) => segment)
        .reverse()
        .join(""),
  },
  {
    asked: /\brot[- ]?13\b/i,
    apply: (text) =>
      text.replaceAll(/[a-z]/gi, (letter) => {
        const first = letter <= "Z" ? 65 : 97;
        return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
      }),
  },
];

/** Words after which the text begins: `reverse hello`, `spell hello backwards`, `hello in upper case`. */
const BEFORE_TEXT =
  /^.*?\b(?:reverse|mirror|capitali[sz]e|slugify|rot[- ]?13|convert|turn|change|put|write|make|spell|say|transform)\b(?: the (?:order of (?:the )?)?(?:words?|text|string|letters|phrase|sentence)(?: (?:of|in))?)?\s/i;
const AFTER_TEXT =
  /\s+(?:(?:in|into|to|as|with|of|by)\s+)?(?:all\s+)?(?:(?:upper|lower|title|camel|snake|pascal|kebab)[-_ ]?case|backwards?|capital letters|all caps|small letters|a slug|rot[- ]?13|reversed?)[?!.]*$/i;
/** Requests for code, which say what a program should do. */
const FOR_CODE =
  /\b(?:function|script|program|code|method|class|regex|sql|python|javascript|typescript|java|rust|how (?:do|to|can))\b/i;

export function changeText(question: string): string | undefined {
  if (question.length > 5000 || FOR_CODE.test(question.slice(0, 200))) return undefined;
  const palindrome = answerPalindrome(question);
  if (palindrome !== undefined) return palindrome;
  const change = CHANGES.find(({ asked }) => asked.test(question.slice(0, 200)));
  if (!change) return undefined;
  const bare = question.replace(/^(?:please |can you |could you |what is |what's )+/i, "").replace(AFTER_TEXT, "");
  const text = textArgument(bare, BEFORE_TEXT) ?? (bare === question ? undefined : bare.trim());
  if (text === undefined || /^(?:it|this|that|them|a string|a list|a text|text|string|order)$/i.test(text))
    return undefined;
  return asCode(change.apply(text));
}

function answerPalindrome(question: string): string | undefined {
  if (!/\bpalindrome\b/i.test(question)) return undefined;
  const text = textArgument(question, /^is\b/i)?.replace(/\s*(?:an?\s+)?palindrome.*$/i, "");
  if (!text || question.length > 300) return undefined;
  const letters = [...text.toLowerCase()].filter((character) => /[\p{L}\p{N}]/u.test(character));
  const reversed = letters.toReversed().join("");
  const isOne = letters.join("") === reversed;
  return `**${isOne ? "Yes" : "No"}.** Backwards, ${asCode(text)} reads ${asCode(reversed)}.`;
}
