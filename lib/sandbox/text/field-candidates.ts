/** Selects the mentioned values that fit a field, by its name, format and type. Best first. */
import type { Mentions } from "./mentions.ts";

export type FieldQuestion = {
  /** Property name, `departureCity`. */
  name: string;
  description?: string;
  format?: string;
  /** True for an optional field that is absent: only values that its name asks for are right. */
  isNamedOnly?: boolean;
};

/** Writes `departureCity` and `departure_city` as `departure city`. */
export function spacedName(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_\-.]+/g, " ")
    .toLowerCase()
    .trim();
}

type Rule = { when: RegExp; values(mentions: Mentions): string[] };

/** Rules: by format first, then by the words in the field's name; the first match decides. */
const FORMATS: Record<string, (mentions: Mentions) => string[]> = {
  email: ({ emails }) => emails,
  "idn-email": ({ emails }) => emails,
  uri: ({ urls }) => urls,
  url: ({ urls }) => urls,
  date: ({ dates }) => dates,
  time: ({ times }) => times.map((time) => `${time}:00Z`),
  "date-time": ({ dates, times }) => dates.map((date, index) => `${date}T${times[index] ?? times[0] ?? "00:00"}:00Z`),
};

const RULES: Rule[] = [
  {
    when: /\b(directory|dir|folder|workdir|cwd)\b/,
    values: ({ paths, quoted, text }) => [...paths, ...quoted, ...currentFolder(text)],
  },
  {
    when: /\b(path|paths|file|files|filename|filepath)\b/,
    values: ({ paths, quoted }) => [...paths, ...quoted],
  },
  { when: /\b(command|cmd|script|code)\b/, values: ({ quoted, text }) => [...quoted, ...afterRun(text)] },
  {
    when: /\b(skills?|technologies|hobbies|hobby|interests?|ingredients?|tags?|keywords|topics|items|tools|programming languages|spoken languages)\b/,
    values: ({ text }) => listAfterVerb(text),
  },
  {
    when: /\b(event|meeting|appointment)s?\b.*\b(name|title)\b/,
    values: ({ quoted, text, names }) => [...quoted, ...eventPhrases(text), ...names],
  },
  { when: /\b(e ?mail|recipients?|cc|bcc)\b/, values: ({ emails, to, names }) => [...emails, ...to, ...names] },
  { when: /\b(url|uri|link|website|href)\b/, values: ({ urls }) => urls },
  {
    when: /\b(from|source|base)\b.*\b(currency|code)\b|\b(source|base|from) currency\b/,
    values: ({ codes }) => codes.slice(0, 1),
  },
  { when: /\b(to|target|quote)\b.*\b(currency|code)\b|\btarget currency\b/, values: ({ codes }) => codes.slice(1) },
  { when: /\b(currency|currencies|ticker|symbol)\b/, values: ({ codes }) => codes },
  {
    when: /\b(id|ids|number|reference|code|sku|isbn)\b/,
    values: ({ codes, quoted, numbers }) => [
      ...codes.filter((code) => /\d/.test(code)),
      ...quoted,
      ...numbers.map(({ value }) => String(value)),
      ...codes,
    ],
  },
  {
    when: /\b(company|vendor|supplier|organi[sz]ation|employer|seller|brand|merchant)\b/,
    values: ({ from, names, codes }) => [...from, ...names, ...codes],
  },
  {
    when: /\b(from|origin|source|departure|start)\b(?!.*\b(date|time|day)\b)/,
    values: ({ from, codes }) => [...from, ...codes.slice(0, 1)],
  },
  {
    when: /\b(to|destination|arrival|target|language|lang)\b(?!.*\b(date|time|day)\b)/,
    values: ({ emails, to, places }) => [...emails, ...to, ...places.slice(-1)],
  },
  {
    when: /\b(city|cities|location|locations|place|places|town|country|countries|region|where|venue|address)\b/,
    values: ({ places, names, quoted }) => [...places, ...names, ...quoted],
  },
  { when: /\b(date|day|when|deadline|due)\b/, values: ({ dates, days }) => [...dates, ...days] },
  { when: /\btime\b/, values: ({ times, days }) => [...times, ...days] },
  { when: /\b(expression|formula|equation|calculation)\b/, values: ({ text }) => expressions(text) },
  {
    when: /\b(name|names|person|people|author|customer|user|participants?|attendees?|guests?|contact|owner|assignee|who|members?)\b/,
    values: ({ names, places, quoted }) => firstFilled(withoutItems(names, places), quoted, names),
  },
  { when: /\b(subject|topic)\b/, values: ({ quoted, text }) => firstFilled(quoted, afterVerb(text)) },
  {
    when: /\b(title|event|headline)\b/,
    values: ({ quoted, text }) => [...quoted, ...eventPhrases(text)],
  },
  {
    when: /\b(query|question|search|keywords?|q|term)\b/,
    values: ({ quoted, text }) => [...quoted, ...afterVerb(text), text],
  },
  {
    when: /\b(text|message|content|body|input|prompt|note|task|instructions?|sentence|phrase|string|word|value)\b/,
    values: ({ quoted, text }) => [...quoted, ...afterVerb(text), text],
  },
];

/** Returns strings that fit this field; empty when no mention does. */
export function stringCandidates(field: FieldQuestion, mentions: Mentions): string[] {
  const byFormat = field.format === undefined ? undefined : FORMATS[field.format];
  if (byFormat) return byFormat(mentions);
  const name = spacedName(field.name);
  const rule =
    RULES.find(({ when }) => when.test(name)) ??
    RULES.find(({ when }) => when.test(field.description?.toLowerCase() ?? ""));
  const values = rule?.values(mentions) ?? (field.isNamedOnly ? [] : mentions.quoted);
  return [...new Set(values)].filter((value) => value !== "");
}

/** Returns values of an enum that the text contains, in the order of the text. */
export function enumCandidates(values: unknown[], text: string): unknown[] {
  const said = text.toLowerCase();
  return values
    .map((value) => ({
      value,
      at: typeof value === "string" || typeof value === "number" ? positionOf(String(value), said) : -1,
    }))
    .filter(({ at }) => at >= 0)
    .sort((left, right) => left.at - right.at)
    .map(({ value }) => value);
}

function positionOf(value: string, said: string): number {
  const words = spacedName(value).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (words === "") return -1;
  return new RegExp(`(?<![\\p{L}\\d])${words}(?:s|es|ed|ing|ly)?(?![\\p{L}\\d])`, "u").exec(said)?.index ?? -1;
}

/** Returns numbers beside a word of the field's name; `others` are the rest, in order. */
export function numberCandidates(field: FieldQuestion, mentions: Mentions): { named: number[]; others: number[] } {
  const words = spacedName(field.name)
    .split(" ")
    .map(stem)
    .filter((word) => word.length > 1);
  const hints = words.flatMap((word) => [word, ...(NUMBER_HINTS[word] ?? [])]);
  const isNamed = (near: string[]) => near.some((word) => hints.includes(stem(word)));
  const named = mentions.numbers.filter(({ near }) => isNamed(near));
  return {
    named: named.map(({ value }) => value),
    others: mentions.numbers
      .filter((mention) => !named.includes(mention) && !isCount(mention.near))
      .map(({ value }) => value),
  };
}

/** `make up three users`: such a number counts what is asked for. */
function isCount(near: string[]): boolean {
  return near.some((word) => /^(?:make|up|generate|create|list|give|top|first|invent|show)$/.test(word));
}

/** Words that belong to a number without naming its field. */
const NUMBER_HINTS: Record<string, string[]> = {
  age: ["year", "old", "aged"],
  price: ["eur", "usd", "dollar", "euro", "cost", "pay"],
  amount: ["eur", "usd", "gbp", "dollar", "euro", "pound", "convert", "send", "pay"],
  count: ["list", "give", "top", "first"],
  limit: ["list", "top", "first", "result", "most"],
  duration: ["minute", "hour", "day", "second", "for"],
  day: ["day", "forecast"],
  passenger: ["people", "person", "adult", "passenger"],
  guest: ["people", "person", "guest"],
};

/**
 * Returns true or false when the text mentions the field, otherwise undefined. With `isNamedOnly`, all words of its
 * name have to be there: "run the tests" does not ask to `run_in_background`.
 */
export function booleanCandidate(field: FieldQuestion, text: string): boolean | undefined {
  const switched = /\b(?:turn|switch|put)(?:ed)?\b.*\b(on|off)\b|\b(enable|activate|disable|deactivate)\b/i.exec(text);
  if (switched && /^(on|off|state|power|enabled|active|is on|is enabled)$/.test(spacedName(field.name))) {
    return /^(on|enable|activate)$/i.test(switched[1] ?? switched[2] ?? "") !== (spacedName(field.name) === "off");
  }
  const topic = spacedName(field.name)
    .split(" ")
    .map(stem)
    .filter((word) => word.length > 2 && !/^(is|has|enable|use|include|with)$/.test(word));
  const said = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  const at = said.findIndex((word) => topic.includes(stem(word)));
  if (at < 0 || (field.isNamedOnly && !topic.every((word) => said.some((other) => stem(other) === word))))
    return undefined;
  return !said
    .slice(Math.max(0, at - 4), at + 3)
    .some((word) => /^(no|not|without|don't|off|disable|never|exclude|skip|un\w+)$/.test(word));
}

function firstFilled(...lists: string[][]): string[] {
  return lists.find((list) => list.length > 0) ?? [];
}

function withoutItems(items: string[], others: string[]): string[] {
  return items.filter((item) => !others.includes(item));
}

function stem(word: string): string {
  return word.replace(/(?<=\w{3})(?:ies|ed|ing|s)$/, "");
}

/** Returns the topic of a request: `search for red shoes` gives `red shoes`. */
function afterVerb(text: string): string[] {
  const match =
    /\b(?:search(?: the web| online)?(?: for)?|look up|find|google|about|translate|say(?:ing|s)?|remember(?: that)?|that says|remind me to|note(?: that)?:?)\s+([^\n]{2,300}?)(?:[.?!]\s|[.?!]?$)/im.exec(
      text,
    );
  return match?.[1] ? [match[1].trim()] : [];
}

/** Programs with which a command starts: the tests of `run the tests` are none. */
const PROGRAMS =
  "npm|npx|pnpm|yarn|bun|deno|node|tsc|jest|vitest|git|gh|ls|cat|cd|pwd|echo|head|tail|wc|grep|rg|find|sort|which|date|whoami|env|df|du|ps|mkdir|touch|cp|mv|rm|chmod|tar|curl|make|cmake|cargo|go|python3?|pip3?|pytest|uv|ruby|bundle|java|mvn|gradle|dotnet|php|composer|docker|kubectl|terraform|psql|sqlite3|bash|sh";
const COMMAND = new RegExp(
  `\\b(?:run|execute)\\s+(?:the\\s+)?(?:command\\s+)?((?:${PROGRAMS})(?:\\s[^\\n?!]{1,200}?)?)(?:[.?!]?\\s*$|\\.\\s)`,
  "i",
);

/** Returns the command of `run npm test`. */
function afterRun(text: string): string[] {
  const command = COMMAND.exec(text)?.[1];
  return command === undefined ? [] : [command.trim()];
}

/** Returns `.` for `this folder` or `here`. */
function currentFolder(text: string): string[] {
  return /\b(?:this|the current|current|working) (?:folder|directory|dir|project|repo|repository|workspace)\b|\bhere\b/i.test(
    text,
  )
    ? ["."]
    : [];
}

/** Returns the items of `knows Python and Rust`. */
function listAfterVerb(text: string): string[] {
  const match =
    /\b(?:knows?|speaks?|likes?|loves?|uses?|enjoys?|needs?|skilled in|experienced? (?:in|with)|good at|proficient in|interested in|(?:skills|hobbies|interests|ingredients|tags|keywords|topics|items|tools)(?: are)?:?)\s+([^.;!?\n]{2,300})/i.exec(
      text,
    );
  const items = match?.[1]?.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*/) ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== "" && item.length <= 40);
}

function expressions(text: string): string[] {
  const match = /[-(\d][\d\s.+\-*/^()%×÷,]*[-+*/^%×÷][\d\s.+\-*/^()%×÷,]*[\d)%]/.exec(text.slice(0, 2000));
  return match ? [match[0].trim()] : [];
}

/** Returns events: `going to a science fair` gives `science fair`. */
function eventPhrases(text: string): string[] {
  const match =
    /\b(?:an?|the|my|our)\s+((?:[\p{Ll}\p{N}'-]+\s?){1,4}?)(?=\s*(?:[.,;?!]|$|\b(?:on|at|with|for|in|from|to|about|by)\b))/u.exec(
      text,
    );
  return match?.[1] ? [match[1].trim()] : [];
}
