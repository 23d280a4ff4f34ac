/** Capitals: of a country, or the country of a capital. */
import { CAPITALS } from "../facts/capitals.ts";

const OTHER_NAMES: Record<string, string> = {
  uk: "united kingdom",
  england: "united kingdom",
  "great britain": "united kingdom",
  usa: "united states",
  us: "united states",
  america: "united states",
  "united states of america": "united states",
  holland: "netherlands",
  "czech republic": "czechia",
  uae: "united arab emirates",
  burma: "myanmar",
  korea: "south korea",
};

export function answerCapital(question: string): string | undefined {
  if (question.length > 120 || !/\bcapital\b/i.test(question)) return undefined;
  const country =
    /\bcapital(?: city)? (?:of|for) (?:the )?([\p{L}. '-]+?)[?!.]*$|\b([\p{L}]+(?: [\p{L}]+)?)['’]s capital\b/iu.exec(
      question,
    );
  const name = (country?.[1] ?? country?.[2])?.toLowerCase().replaceAll(".", "").trim();
  if (name !== undefined) {
    const wanted = OTHER_NAMES[name] ?? name;
    const found = [...CAPITALS].find(([known]) => known.toLowerCase() === wanted);
    if (found) return `**${found[1]}** is the capital of ${article(found[0])}${found[0]}.`;
  }
  const city =
    /\b([\p{L}][\p{L} '-]+?) (?:is )?the capital of (?:what|which)\b|\b(?:what|which) country(?:['’]s capital)? is ([\p{L} '-]+?)(?: the capital of)?[?!.]*$/iu.exec(
      question,
    );
  const capital = (city?.[1] ?? city?.[2])?.toLowerCase().replace(/^is /, "");
  const home = [...CAPITALS].find(([, known]) => known.toLowerCase() === capital);
  return home && `${home[1]} is the capital of **${article(home[0])}${home[0]}**.`;
}

function article(country: string): string {
  return /^(?:United|Netherlands|Philippines|Dominican)/.test(country) ? "the " : "";
}
