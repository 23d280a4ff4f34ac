/** Terms by which a question and a section are compared: stems, with one term for words of one meaning. */
import { stemmedWords } from "../text/words.ts";

/** Words of one meaning in questions about Parlance; the first stands for all. */
const GROUPS = [
  "delete remove erase wipe purge clear forget trash",
  "conversation chat thread dialogue",
  "image picture photo photograph pic drawing",
  "video clip film movie",
  "cost price money spend spent bill billed pay paying paid payment charge expense expensive cheap fee fees dollars euros usd pricing invoice",
  "limit cap restrict restriction restricted maximum max allowance",
  "several multiple many two three four both",
  "user people person colleague coworker teammate friend boss somebody someone guest customer client employee intern staff student team developer member",
  "update upgrade upgrading",
  "stop cancel abort halt interrupt",
  "disable pause suspend freeze",
  "create make add generate generating produce build",
  "response answer reply output",
  "app application program software script",
  "provider vendor upstream",
  "save store keep kept stored persist retain retained retention",
  "show see view display",
  "setting settings configuration configure config option options preference",
  "large big bigger larger huge long size length biggest largest longest resolution dimension dimensions",
  "parameter param argument field",
  "computer laptop desktop pc",
  "folder directory",
  "phone mobile smartphone iphone android tablet ipad",
  "broken break broke interrupted",
  "ignore drop dropped discard thrown throw strip stripped",
  "sdk library libraries",
  "file document attachment",
  "latency slow slower delay overhead speed fast faster quick performance throughput lag",
  "connect connection link integrate hook plug",
  "encrypt encrypted encryption",
  "function tool",
  "page screen",
  "percent percentage",
  "import load",
  "export download",
  "theme colour color appearance look",
  "login signin",
  "failover fallback",
  "error failure fail exception crash",
  "expire expiry expired expires expiration",
  "think thinking reason reasoning thought",
  "repeat retry retries",
  "animate animation",
  "daily day days month monthly week weekly hour hourly year midnight",
  "alert notify notification",
  "translate translation translated",
  "domain hostname subdomain",
  "fewer less lower reduce",
  "split spread distribute divide",
  "demo demonstrate demonstration present presentation showcase",
  "internet online public",
  "mask inpaint inpainting",
  "owner private privacy separate separately",
  "secret credential",
  "database db",
  "hardware gpu cpu processor",
  "block ban forbid prohibit deny",
  "concurrent parallel concurrency simultaneous simultaneously",
  "logo icon",
  "statistic report statistics analytics",
  "unavailable greyed grayed inactive",
  "gateway server",
  "order sequence",
  "invalid wrong malformed",
  "embed widget iframe",
  "postgres postgresql",
  "leak leaked steal stolen",
] as const;

/** Stems of four letters keep an `e` that longer ones lose: `size` and `sizes`. */
const trim = (stem: string) => (stem.length > 3 ? stem.replace(/e$/, "") : stem);

const CANONICAL = new Map(
  GROUPS.flatMap((group) => {
    const [first = "", ...others] = stemmedWords(group).map(trim);
    return others.map((other): [string, string] => [other, first]);
  }),
);

/** Words that belong together, or that users write in another way. */
const PHRASES: [RegExp, string][] = [
  [/\b(?:turn|switch)(?:ed|ing)?((?: \w+){0,3}) off\b/gi, "disable$1"],
  [/\ba\/b\b/gi, "abtest"],
  [/\b(?:sign|log)(?:ging|ing|ged)?[- ]?(?:in|on)\b/gi, "login"],
  [/\b(?:sign|log)(?:ging|ing|ged)?[- ]?(?:out|off)\b/gi, "logout"],
  [/\bfall(?:s|ing)?[- ]?back\b|\bfail(?:s|ing)?[- ]?over\b|\bgoes down\b|\b(?:is|was|be) down\b/gi, "failover"],
  [/\bback(?:s|ed|ing)?[- ]?up\b/gi, "backup"],
  [/\bdeactivat\w+\b/gi, "disable"],
  [/\btr(?:y|ies|ied) (?:it )?again\b/gi, "retry"],
  [/\bcut[- ]?off\b/gi, "cutoff"],
  [/\bhttps\b(?!:)|\bssl\b/gi, "tls"],
  [/\bside[- ]by[- ]side\b/gi, "compare"],
  [/\b(?:openai|anthropic|google|gemini|claude|groq|openrouter|mistral)\b/gi, "$& provider"],
  [/\b(?:%|per ?cent)/gi, " percent "],
  [/\bload[- ]?balanc\w+/gi, "loadbalance"],
  [/\bset(?:ting)? up\b/gi, "setup"],
  [/\bapi[- ]?keys?\b/gi, "key"],
  [/\btokens? per second\b/gi, "pace"],
  [/\bused\b/gi, "use"],
  [/\bmake (?:it|sure|the model|them)\b/gi, " "],
  [/\bwhat i (?:type|write|say|enter|ask)\b/gi, "my prompts"],
];

/** The term of a stem. */
export function canonical(stem: string): string {
  const trimmed = trim(stem);
  return CANONICAL.get(trimmed) ?? trimmed;
}

/** Returns the terms in `text`, in order. */
export function termsOf(text: string): string[] {
  const plain = PHRASES.reduce((rest, [phrase, term]) => rest.replaceAll(phrase, term), text);
  return stemmedWords(plain).map(canonical);
}
