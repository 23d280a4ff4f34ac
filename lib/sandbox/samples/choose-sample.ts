/** Chooses a prepared sample for a creative request, which needs a language model to be answered. */
import { CODE } from "./code.ts";
import { LETTERS } from "./letters.ts";
import { MARKETING } from "./marketing.ts";
import { PLANNING } from "./planning.ts";
import type { SampleKind } from "./sample.ts";
import { VERSE } from "./verse.ts";

/** Narrow kinds come before wide ones: a unit test before a function, an e-mail before a letter. */
export const SAMPLE_KINDS: readonly SampleKind[] = [...VERSE, ...MARKETING, ...LETTERS, ...PLANNING, ...CODE];

export type Sample = { name: string; text: string };

/** A request to make something, as opposed to a question. */
const POLITE =
  "(?:(?:please|hey|hi|ok|now|so|can you|could you|would you|will you|i want you to|i need you to|i(?: would|'d) like you to|help me(?: to)?|let's)[ ,]+)*";
const MAKES = new RegExp(
  `^${POLITE}(?:write|draft|compose|create|generate|make|produce|give me|give us|tell me|tell us|show me|suggest|come up with|invent|think of|brainstorm|plan|design|build|code|implement|prepare|outline|i need|i want|i(?: would|'d) like|do you know|know any|sing|cent(?:er|re)|reverse an?|sort a|fizz ?buzz|lorem|how (?:do|can|would|to)(?: i| you| we)? (?:write|reverse|sort|cent(?:er|re)|read|check)|compare|pros and cons|list)\\b`,
  "i",
);
/** A kind alone, or with its topic: `haiku about the sea`. */
const BARE = new RegExp(
  `^${POLITE}(?:an? |the |another |one more |some |\\d+ )?(?:(?!and|but|or|in|with|for|same|what|how|why|who|where|when|which|is|are|do|does|can|could|may|i|it|explain)\\w+ ){0,3}?$`,
  "i",
);
const LONGEST = 2000;

/** @param isAboutProduct true when the docs may have the code that is asked for */
export function chooseSample(
  question: string,
  { seed, isAboutProduct }: { seed: number; isAboutProduct: boolean },
): Sample | undefined {
  if (question.length > LONGEST) return undefined;
  const head = question.slice(0, 300);
  const makes = MAKES.test(head);
  for (const { name, asked, yieldsToDocs, samples } of SAMPLE_KINDS) {
    const match = asked.exec(head);
    if (!match || (yieldsToDocs && isAboutProduct)) continue;
    if (!makes && !BARE.test(head.slice(0, match.index))) continue;
    const general = samples.filter(({ topic }) => topic === undefined);
    const others = general.length > 0 ? general : samples;
    const chosen = samples.find(({ topic }) => topic?.test(head)) ?? others[seed % others.length];
    return chosen && { name, text: chosen.text };
  }
  return undefined;
}

/** Writes the sample with its label, which says what it is not. */
export function labelSample({ name, text }: Sample): string {
  return `> **Sample ${name}.** It ships with the sandbox and was not written for your prompt; a [connected model](/providers) writes your own.\n\n${withLineBreaks(text)}`;
}

/** Lines of verse stay lines in Markdown. */
function withLineBreaks(text: string): string {
  return /^(?:```|[|\d#>-])|\n(?:```|[|\d#>-])/.test(text) ? text : text.replaceAll(/([^\n])\n(?=[^\n])/g, "$1  \n");
}
