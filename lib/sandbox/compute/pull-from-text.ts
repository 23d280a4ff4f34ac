/** Extraction: the e-mail addresses, links, dates, numbers or names of a text. */
import { findMentions, type Mentions } from "../text/mentions.ts";

const ASKED =
  /^(?:please |can you |could you )*(?:extract|find|list|get|pull|give me)\b(.{0,80}?)\b(?:from|in|of|out of)\b/i;

const KINDS: [RegExp, string, (mentions: Mentions) => string[]][] = [
  [/\be-?mails?\b/i, "e-mail addresses", ({ emails }) => emails],
  [/\b(?:urls?|links?|addresses|websites?)\b/i, "links", ({ urls }) => urls],
  [/\bdates?\b/i, "dates", ({ dates, days }) => [...dates, ...days]],
  [/\btimes?\b/i, "times", ({ times }) => times],
  [/\b(?:numbers?|figures|amounts)\b/i, "numbers", ({ numbers }) => numbers.map(({ value }) => String(value))],
  [/\b(?:names?|people|persons|entities)\b/i, "names", ({ names }) => names],
];

export function pullFromText(question: string): string | undefined {
  const wanted = ASKED.exec(question.slice(0, 300))?.[1];
  if (wanted === undefined) return undefined;
  const kinds = KINDS.filter(([asked]) => asked.test(wanted));
  const text = question.slice((ASKED.exec(question)?.[0] ?? "").length);
  if (kinds.length === 0 || text.trim().length < 15 || !/[:"“\n]|\w+\s+\w+\s+\w+/.test(text)) return undefined;
  const mentions = findMentions(text);
  return kinds
    .map(([, name, read]) => {
      const found = read(mentions);
      if (found.length === 0) return `No ${name} in it.`;
      const list = found.map((value) => `- ${value.replaceAll(/[<>`*_[\]\\]/g, "\\$&")}`).join("\n");
      return kinds.length > 1 ? `**${name}**\n\n${list}` : list;
    })
    .join("\n\n");
}
