/** Mentions: values named in a person's text, found with patterns, for tool arguments and JSON fields. */

export type NumberMention = { value: number /** `near`: lower-case words beside it. */; near: string[] };

export type Mentions = {
  text: string;
  quoted: string[];
  numbers: NumberMention[];
  emails: string[];
  urls: string[];
  /** ISO 8601, `2026-03-14`. */
  dates: string[];
  /** `HH:MM`. */
  times: string[];
  /** Words for days that only a clock could turn into dates: `tomorrow`, `Friday`. */
  days: string[];
  /** Capitalised words and runs of them that do not merely begin a sentence. */
  names: string[];
  /** Words after `in`, `at`, `for`, `near` …; each item of a list is separate. */
  places: string[];
  /** Words after `from` and after `to`. */
  from: string[];
  to: string[];
  /** `README.md`, `src/index.ts`, `./docs/`. */
  paths: string[];
  /** `EUR`, `AAPL`, `ORD-1234`. */
  codes: string[];
};

const LONGEST_READ = 20_000;
const MONTHS = "january february march april may june july august september october november december".split(" ");
const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
/** Words that are capitalised at the start of a sentence and are not names. */
const OPENERS =
  /^(?:What|Where|When|Who|Whom|Which|Why|How|Is|Are|Was|Were|Do|Does|Did|Can|Could|Would|Will|Should|Please|Tell|Show|Give|Find|Get|Look|Search|List|Make|Create|Write|Send|Book|Call|Use|Set|Turn|Add|Extract|Compare|Convert|Calculate|Compute|Check|Translate|Summari[sz]e|The|A|An|I|I'm|It|My|We|You|They|He|She|This|That|And|But|Or|If|In|On|At|For|From|To|With|Hi|Hello|Hey|Thanks|Ok|Okay|Yes|No|Let|Now|Then|Also|Return|Describe|Explain|Answer|Reply|Respond|Generate|Schedule|Order|Remind|Celsius|Fahrenheit|Kelvin|JSON)$/;
const NO_PLACE =
  /^(?:a|an|the|me|my|us|our|you|your|it|its|this|that|these|those|them|him|her|all|any|both|each|today|tomorrow|tonight|now|detail|general|english|celsius|fahrenheit|kelvin|metric|imperial|json|markdown|short|be|do|get|see|know|find|make|use|order|case|parallel|total|which|what|please)$/i;

const WORD = "[\\p{L}][\\p{L}\\p{M}'’.-]*[\\p{L}]|\\p{L}";
const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}'’-]*(?:\\.(?=\\s\\p{Lu}))?";
const ITEM = `(?:${CAPITALISED})(?:\\s+(?:(?:de|la|of|del|di|the)\\s+)?${CAPITALISED})*|(?:${WORD})`;
const SEPARATOR = "\\s*(?:,\\s*(?:and\\s+|or\\s+)?|\\s+and\\s+(?:in\\s+|for\\s+)?|\\s+or\\s+|\\s*&\\s*|\\s+vs\\.?\\s+)";

/** Reads only the beginning of a very long text. */
export function findMentions(whole: string): Mentions {
  const text = whole.slice(0, LONGEST_READ);
  const bare = text.replaceAll(/```[\s\S]*?```/g, " ");
  const withoutLinks = bare.replaceAll(/https?:\/\/\S+|\S{1,64}@\S{1,255}/g, " ");
  const withoutDates = withoutLinks.replaceAll(DATE, " ").replaceAll(/\b\d{1,2}:\d{2}(:\d{2})?\b/g, " ");
  return {
    text,
    quoted: matches(
      bare,
      /"([^"\n]{1,400})"|“([^”\n]{1,400})”|`([^`\n]{1,400})`|(?<![\p{L}\d])'([^'\n]{1,400})'(?![\p{L}\d])/gu,
    ),
    numbers: findNumbers(withoutDates),
    emails: matches(bare, /([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)/g),
    urls: matches(bare, /(https?:\/\/[^\s<>"')\]]{1,2000}[^\s<>"')\].,;:!?])/g),
    dates: findDates(withoutLinks),
    times: [...bare.matchAll(/\b([01]?\d|2[0-3]):([0-5]\d)\b|\b(1[0-2]|[1-9])\s?([ap])m\b/gi)].map(toTime),
    days: matches(
      bare,
      new RegExp(`\\b(today|tonight|tomorrow|yesterday|next week|(?:next )?(?:${WEEKDAYS}))\\b`, "gi"),
    ),
    names: findNames(withoutLinks),
    places: afterWords(withoutDates, "in|at|near|for|around|of|to|from|about|between"),
    from: afterWords(withoutDates, "from|leaving"),
    to: afterWords(withoutDates, "to|into|towards"),
    paths: findPaths(withoutLinks),
    codes: matches(withoutLinks, /(?<![\p{L}\d-])([A-Z]{3,5}|[A-Z]{1,6}-?\d{2,12})(?![\p{L}\d-])/gu).filter(
      (code) => code !== "JSON",
    ),
  };
}

function matches(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].map(
    (match) => match.slice(1).find((group) => group !== undefined) ?? match[0],
  );
  return [...new Set(found)];
}

const PATH =
  /(?<![\w/@.-])((?:\.{0,2}\/)?(?:[\w-][\w.-]{0,80}\/){0,12}[\w-][\w.-]{0,80}\.[a-z][a-z0-9]{0,5}|\.{0,2}\/[\w-][\w./-]{0,200}|(?:[\w-][\w.-]{0,80}\/){2,12}[\w.-]{0,80}|[\w.-]{1,80}\/(?=\s|$)|(?:Makefile|Dockerfile|LICENSE|README))(?![\w@/])/g;
/** Names of frameworks and abbreviations, which look like files. */
const NO_PATH = /^(?:(?:node|next|vue|nuxt|express|three|d3|react)\.js|e\.g|i\.e|[\w-]+\.(?:com|org|net|io|dev|ai))$/i;

function findPaths(text: string): string[] {
  return matches(text, PATH).filter((path) => !NO_PATH.test(path));
}

function findNumbers(text: string): NumberMention[] {
  const words = text.match(/-?\d[\d,]*(?:\.\d+)?|\p{L}+/gu) ?? [];
  return words.flatMap((word, index) => {
    const value = toNumber(word);
    if (value === undefined) return [];
    const near = [...words.slice(Math.max(0, index - 3), index), ...words.slice(index + 1, index + 3)];
    return [{ value, near: near.map((other) => other.toLowerCase()) }];
  });
}

function toNumber(word: string): number | undefined {
  if (/^-?\d/.test(word)) {
    const value = Number(word.replaceAll(/,(?=\d{3}(\D|$))/g, "").replaceAll(",", ""));
    return Number.isFinite(value) ? value : undefined;
  }
  const spelled = NUMBER_WORDS.indexOf(word.toLowerCase());
  // "one" is often a pronoun, and zero is rarely spelled out.
  return spelled > 1 ? spelled : undefined;
}

const MONTH = MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join("|");
const DATE = new RegExp(
  `\\b(\\d{4})-(\\d{2})-(\\d{2})\\b|\\b(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})\\b|\\b(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\s+(${MONTH}),?\\s+(\\d{4})\\b`,
  "gi",
);

function findDates(text: string): string[] {
  return [...text.matchAll(DATE)].flatMap(
    ([, year, month, day, monthFirst, dayAfter, yearAfter, dayFirst, monthAfter, yearLast]) => {
      if (year && month && day) return [`${year}-${month}-${day}`];
      const name = (monthFirst ?? monthAfter ?? "").slice(0, 3).toLowerCase();
      const number = MONTHS.findIndex((candidate) => candidate.startsWith(name)) + 1;
      const [inMonth, inYear] = [dayAfter ?? dayFirst, yearAfter ?? yearLast];
      return inMonth && inYear ? [`${inYear}-${pad(number)}-${pad(Number(inMonth))}`] : [];
    },
  );
}

function toTime([, hours, minutes, hour, half]: RegExpMatchArray): string {
  if (hours && minutes) return `${pad(Number(hours))}:${minutes}`;
  return `${pad((Number(hour) % 12) + (half?.toLowerCase() === "p" ? 12 : 0))}:00`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

function findNames(text: string): string[] {
  const weekdayOrMonth = new RegExp(`^(?:${WEEKDAYS}|${MONTHS.join("|")})$`, "i");
  const runs = matches(text, new RegExp(`(?<![\\p{L}\\d])(${CAPITALISED}(?:\\s+${CAPITALISED})*)`, "gu"));
  const names = runs.flatMap((run) => {
    const words = run.split(/\s+/);
    while (words[0] !== undefined && OPENERS.test(words[0])) words.shift();
    const name = words.join(" ").replace(/['’]s$/, "");
    return name.length < 2 || weekdayOrMonth.test(name) || OPENERS.test(name) ? [] : [name];
  });
  return [...new Set(names)];
}

/** Returns the items of the list after one of these words: `in Paris, Oslo and New York` gives three. */
function afterWords(text: string, prepositions: string): string[] {
  const list = new RegExp(`(?<!\\p{L})(?:${prepositions})\\s+((?:${ITEM})(?:${SEPARATOR}(?:${ITEM}))*)`, "giu");
  const found: string[] = [];
  // The list pattern ignores case because of the prepositions, so runs of capitals are cut out here.
  for (const match of text.matchAll(list)) {
    const items = (match[1] ?? "").split(new RegExp(SEPARATOR, "iu"));
    for (const item of items) {
      const place = new RegExp(`^(?:the\\s+)?(${ITEM})`, "u").exec(item.trim())?.[1]?.replace(/['’]s$|[.'’-]+$/, "");
      if (place === undefined || NO_PLACE.test(place)) break;
      found.push(place);
      // A lower-case word ends the list, unless the whole item is lower case.
      if (item.trim() !== place) break;
    }
  }
  return [...new Set(found)];
}
