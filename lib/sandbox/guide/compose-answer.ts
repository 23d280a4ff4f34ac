/** Composes a response in Markdown from the documentation's sections. */

import type { Wording } from "../responses/wording.ts";
import { stemmedWords } from "../text/words.ts";
import type { Block, Hit, Library, Section } from "./library.ts";

type ComposeOptions = {
  question: string;
  hits: [Hit, ...Hit[]];
  library: Library;
  verbosity: "low" | "medium" | "high";
  wording: Wording;
};

export function composeAnswer({ question, hits, library, verbosity, wording }: ComposeOptions): string {
  const language = languageIn(question);
  const main = hits[0].section;
  const page = library.sections.filter(({ file }) => file === main.file);
  const shown = [main, ...companions({ hits, page, verbosity })];
  const parts = [`## ${main.heading}`, ...introduction(main, page)];
  if (main.file.startsWith("docs/spec/")) {
    parts.push(
      "> This is from the interface specification, which names more than is served today. Ask *What works today?*",
    );
  }
  for (const section of shown) {
    if (section !== main) parts.push(`### ${section.heading}`);
    parts.push(...blocksFor(section, { language, verbosity }));
  }
  if (!shown.some(hasCode) && asksHow(question)) parts.push(...codeFrom({ page, question, language }));
  if (verbosity !== "low") parts.push(...seeAlso(hits, shown));
  parts.push(source(main, wording), closing(wording));
  return parts.join("\n\n");
}

/** Returns the first sentences of the response, for a JSON field. */
export function shortAnswer({ section }: Hit, library: Library): string {
  const page = library.sections.filter(({ file }) => file === section.file);
  const text =
    [section, ...page].flatMap(({ blocks }) => blocks).find(({ kind }) => kind === "text")?.markdown ?? section.heading;
  return text.replaceAll(/\*\*|`|[<>]/g, "").replaceAll(/\s+/g, " ");
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
  return /\b(how|example|sample|code|show|connect|send|call|use)\b/i.test(question);
}

function hasCode({ blocks }: Section): boolean {
  return blocks.some(({ kind }) => kind === "code");
}

/** Adds sections to a page's opening: two, those that match the question first; a longer response gets one more. */
function companions({
  hits,
  page,
  verbosity,
}: {
  hits: [Hit, ...Hit[]];
  page: Section[];
  verbosity: string;
}): Section[] {
  const main = hits[0].section;
  const count = (main.isLead ? 2 : 0) + (verbosity === "high" ? 1 : 0);
  const speaking = hits
    .filter(({ section, words }) => page.includes(section) && new Set(words).size > 1)
    .map(({ section }) => section);
  const next = new Set([...(main.isLead ? speaking : []), ...page.slice(page.indexOf(main) + 1)]);
  next.delete(main);
  return verbosity === "low" ? [] : [...next].slice(0, count);
}

/** Introduces a section that begins with code by its page's first words. */
function introduction(main: Section, page: Section[]): string[] {
  if (main.isLead || main.blocks[0]?.kind !== "code") return [];
  const lead = page.find(({ isLead }) => isLead)?.blocks.find(({ kind }) => kind === "text");
  return lead ? [lead.markdown] : [];
}

function blocksFor(section: Section, { language, verbosity }: { language?: string[]; verbosity: string }): string[] {
  const wanted = section.blocks.filter((block) => !isOtherLanguage(block, section, language));
  const kept = verbosity === "low" ? firstOfEach(wanted) : wanted;
  return kept.map(({ markdown }) => markdown);
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
function codeFrom({ page, question, language }: { page: Section[]; question: string; language?: string[] }): string[] {
  const asked = stemmedWords(question);
  const found = page
    .flatMap((section) => section.blocks.flatMap((block) => (block.kind === "code" ? [{ section, block }] : [])))
    .find(({ section, block }) =>
      language
        ? language.includes(block.language ?? "")
        : stemmedWords(section.heading).some((word) => asked.includes(word)),
    );
  return found ? [`### ${found.section.heading}`, found.block.markdown] : [];
}

function seeAlso(hits: Hit[], shown: Section[]): string[] {
  const best = hits[0]?.score ?? 0;
  const others = hits
    .filter(
      ({ section, score }) => !shown.includes(section) && score > best / 6 && section.file.startsWith("docs/guide/"),
    )
    .slice(0, 3)
    .map(
      ({ section }) => `- **${section.heading}**${section.isLead ? "" : ` in *${section.page}*`} (\`${section.file}\`)`,
    );
  return others.length > 0 ? ["### See also", others.join("\n")] : [];
}

function source({ file, heading }: Section, wording: Wording): string {
  const verb = wording.pick(["From", "Source:", "Taken from", "You find this in"]);
  return `*${verb} \`${file}\`, section “${heading}”.*`;
}

const OFFERS = [
  "How do I stream with curl?",
  "How do I connect Ollama?",
  "How do I connect Claude?",
  "How do I use the Anthropic SDK?",
  "How do I call it like Gemini?",
  "How do I call a tool with Python?",
  "What does x-gateway-dropped mean?",
  "How do I get JSON under a schema?",
  "How do I send an image?",
  "How do I create a key?",
  "Which sandbox models are there?",
] as const;

export function closing(wording: Wording): string {
  const offer = `*${wording.pick(OFFERS)}*`;
  return wording.pick([
    `Ask me next: ${offer}`,
    `You could go on with: ${offer}`,
    `A good next question: ${offer}`,
    `If you like, ask: ${offer}`,
  ]);
}
