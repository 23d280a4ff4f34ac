/** Refusals: two lines with two links the first time in a conversation, then one line, and never the same twice. */
import type { Wording } from "../responses/wording.ts";
import { refuseAgent, TO_AGENT } from "./agent-client.ts";

type RefuseOptions = {
  question: string;
  /** Earlier responses of the conversation. */
  said: readonly string[];
  wording: Wording;
  /** Tools that a coding agent offers; undefined for other clients. */
  agentTools?: readonly string[] | undefined;
};

const PROVIDER = "[Connect a provider](/providers)";
const ABILITIES = "[what the sandbox can do](/docs/sandbox#what-the-guide-can-do)";

const FIRST = [
  "I'm the offline sandbox: there is no language model here, so I can't answer that.",
  "That needs a language model, and the offline sandbox has none.",
  "The offline sandbox can't know that: it has Parlance's docs and no language model.",
] as const;

const LATER = [
  `That needs a model, too: [connect a provider](/providers).`,
  `Not without a language model. [Providers](/providers) has the way to one.`,
  `The sandbox can't answer this either; a [connected provider](/providers) could.`,
  `Still beyond me: I have the docs and no language model. [Connect one](/providers).`,
  `Another one for a real model: [connect a provider](/providers).`,
  `No language model, no answer. [Providers](/providers) changes that.`,
] as const;

/** @returns the words of a refusal that the conversation does not have yet */
export function refuse({ question, said, wording, agentTools }: RefuseOptions): string {
  const before = said.join("\n");
  const isRefused = (line: string) => before.includes(line);
  if (![...FIRST, ...LATER, TO_AGENT].some(isRefused)) {
    if (agentTools) return refuseAgent(agentTools);
    return `${wording.pick(FIRST)}\n\n${PROVIDER} for a real answer, or see ${secondLink(question)}.`;
  }
  const [line = LATER[0], ...others] = LATER.filter((candidate) => !isRefused(candidate));
  return wording.pick([line, ...others]);
}

/** The second link leads to what comes nearest. */
function secondLink(question: string): string {
  if (/\b(picture|image|photo|logo|draw|paint|look like)\b/i.test(question))
    return "what [Images](/images) draws offline";
  if (/\b(parlance|gateway|provider|api|sdk|docs|documentation)\b/i.test(question)) return "the [docs](/docs)";
  return ABILITIES;
}

/** Announces the section that comes nearest, where it may not be the one. */
export function sayNearest(unknown: readonly string[]): string {
  const words = quoteWords(unknown);
  return words === "" ? "The docs come nearest to this here" : `The docs have no ${words}; this comes nearest`;
}

function quoteWords(words: readonly string[]): string {
  return [...new Set(words)]
    .slice(0, 2)
    .map((word) => `“${word.replaceAll(/[<>|`*_[\]\\]/g, "\\$&")}”`)
    .join(" or ");
}

/** Returns what a guide says nothing about, with the nearest section. */
export function sayUnmentioned({
  unknown,
  nearest,
}: {
  unknown: readonly string[];
  nearest: { heading: string; link: string } | undefined;
}): string {
  const words = quoteWords(unknown);
  const where = nearest ? `The closest section is [${nearest.heading}](${nearest.link}).` : "[Search the docs](/docs).";
  return words === ""
    ? `I find no section about that in Parlance's documentation. ${where}`
    : `Parlance's documentation says nothing about ${words}. ${where}`;
}
