/** Composes a response in Markdown from the documentation's sections. It opens with the answer and fits one screen. */

import type { Wording } from "../responses/wording.ts";
import { stemmedWords } from "../text/words.ts";
import { fitBlocks, type Room } from "./fit-blocks.ts";
import type { Block, Hit, Library, Section } from "./library.ts";

type Verbosity = "low" | "medium" | "high";

type ComposeOptions = {
  question: string;
  hits: [Hit, ...Hit[]];
  library: Library;
  verbosity: Verbosity;
  wording: Wording;
  /** True for one of several answers in a response, which share the screen. */
  isPart?: boolean;
};

const ROOM: Record<Verbosity, Room> = {
  low: { characters: 900, lines: 24 },
  medium: { characters: 2400, lines: 52 },
  high: { characters: 4800, lines: 110 },
};

export function composeAnswer({ question, hits, library, verbosity, wording, isPart = false }: ComposeOptions): string {
  const language = languageIn(question);
  const main = hits[0].section;
  const page = library.sections.filter(({ file }) => file === main.file);
  const next = isPart || verbosity === "low" ? [] : companions({ hits, page, verbosity });
  const blocks = [main, ...next].flatMap((section) => [
    ...titleOf(section, main),
    ...blocksFor(section, { language, verbosity }),
  ]);
  if (!blocks.some(({ kind }) => kind === "code") && asksHow(question)) {
    blocks.push(...codeFrom({ page, question, language }));
  }
  const shown = fitBlocks(blocks, ROOM[isPart ? "low" : verbosity], main.link);
  return [...shown, links({ main, hits, page, wording, isPart })].join("\n\n");
}

/** Returns the first sentences of the response, for a JSON field. */
export function shortAnswer({ section }: Hit, library: Library): string {
  const page = library.sections.filter(({ file }) => file === section.file);
  const text =
    [section, ...page].flatMap(({ blocks }) => blocks).find(({ kind }) => kind === "text")?.markdown ?? section.heading;
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\*\*|`|[<>]/g, "")
    .replaceAll(/\s+/g, " ");
}

const LANGUAGES: [RegExp, string[]][] = [
  [/\b(curl|bash|shell|terminal|command line)\b/i, ["bash"]],
  [/\bpython\b/i, ["python"]],
  [/\b(javascript|typescript|node(\.?js)?|js|ts)\b/i, ["javascript"]],
];

/** Returns the fence languages of the programming language in a question. */
export function languageIn(question: string): string[] | undefined {
  return LANGUAGES.find(([pattern]) => pattern.test(question))?.[1];
}

function asksHow(question: string): boolean {
  return /\b(how|example|sample|code|connect|send|call|use)\b/i.test(question);
}

/** Names a section that does not open with a sentence of its own. */
function titleOf(section: Section, main: Section): Block[] {
  const opensWithText = section.blocks[0]?.kind === "text";
  return section === main && opensWithText ? [] : [{ kind: "text", markdown: `**${section.heading}**` }];
}

/** Adds sections to a page's opening, those that match the question first; a longer response gets more. */
function companions({
  hits,
  page,
  verbosity,
}: {
  hits: [Hit, ...Hit[]];
  page: Section[];
  verbosity: Verbosity;
}): Section[] {
  const main = hits[0].section;
  const count = (main.isLead ? 1 : 0) + (verbosity === "high" ? 2 : 0);
  const speaking = hits
    .filter(({ section, words }) => page.includes(section) && new Set(words).size > 1)
    .map(({ section }) => section);
  const next = new Set([...(main.isLead ? speaking : []), ...page.slice(page.indexOf(main) + 1)]);
  next.delete(main);
  return [...next].slice(0, count);
}

function blocksFor(section: Section, { language, verbosity }: { language?: string[]; verbosity: Verbosity }): Block[] {
  const wanted = section.blocks.filter((block) => !isOtherLanguage(block, section, language));
  return verbosity === "low" ? firstOfEach(wanted) : wanted;
}

/** Returns true for code in another language than the requested one, if the section has code in that language. */
function isOtherLanguage(block: Block, section: Section, language: string[] | undefined): boolean {
  if (block.kind !== "code" || language === undefined || block.language === "json") return false;
  const isOffered = section.blocks.some((other) => other.kind === "code" && language.includes(other.language ?? ""));
  return isOffered && !language.includes(block.language ?? "");
}

function firstOfEach(blocks: Block[]): Block[] {
  return blocks.filter((block, index) => blocks.findIndex(({ kind }) => kind === block.kind) === index).slice(0, 2);
}

/** Returns code from elsewhere on the page: in the requested language, or under a heading that matches the question. */
function codeFrom({ page, question, language }: { page: Section[]; question: string; language?: string[] }): Block[] {
  const asked = stemmedWords(question);
  const found = page
    .flatMap((section) => section.blocks.flatMap((block) => (block.kind === "code" ? [{ section, block }] : [])))
    .find(({ section, block }) =>
      language
        ? language.includes(block.language ?? "")
        : stemmedWords(section.heading).some((word) => asked.includes(word)),
    );
  return found ? [{ kind: "text", markdown: `**${found.section.heading}**` }, found.block] : [];
}

type LinkOptions = { main: Section; hits: Hit[]; page: Section[]; wording: Wording; isPart: boolean };

/** Writes the link to the section, and two related ones where there are good ones. */
function links({ main, hits, page, wording, isPart }: LinkOptions): string {
  const more = wording.pick(["More", "Read on", "In the docs", "Details"]);
  const source = `${more}: ${linkTo(main)}`;
  if (isPart) return source;
  const best = hits[0]?.score ?? 0;
  const others = new Set(hits.filter(({ score }) => score > best / 5).map(({ section }) => section));
  for (const section of page.slice(page.indexOf(main) + 1)) others.add(section);
  others.delete(main);
  const related = [...others].slice(0, 4).map(linkTo);
  const first = wording.pick([0, 1, 2]);
  const two = [...related.slice(first), ...related.slice(0, first)].slice(0, 2);
  return two.length < 2 ? source : `${source}\n\n${wording.pick(["See also", "Related"])}: ${two.join(" · ")}`;
}

function linkTo({ heading, link }: Section): string {
  return `[${heading}](${link})`;
}
