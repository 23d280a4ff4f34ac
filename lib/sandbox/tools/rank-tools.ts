/** Ranks tools by the words that they share with the prompt. */
import type { Tool } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { enumCandidates, spacedName } from "../text/field-candidates.ts";
import { stemmedWords } from "../text/words.ts";

export type UsableTool = Exclude<Tool, { kind: "hosted" }>;

export type RankedTool = {
  tool: UsableTool;
  score: number;
  /** Shared words. */
  words: string[];
  /** True when the match is good enough to call the tool without being told to. */
  fits: boolean;
};

const NAME_WEIGHT = 3;
const DESCRIPTION_WEIGHT = 1;
const PARAMETER_WEIGHT = 0.75;
/** Minimum score: one word of the name, or three of the description. */
const GOOD_ENOUGH = 2.5;

/** Words of users for terms in tool names. */
const SYNONYMS: Record<string, string[]> = {
  weather: ["temperature", "forecast", "rain", "raining", "sunny", "warm", "cold", "hot", "degrees", "umbrella"],
  forecast: ["weather"],
  calculate: ["compute", "plus", "minus", "times", "divided", "sum", "multiply", "math"],
  calculator: ["calculate", "compute", "plus", "minus", "times", "divided", "multiply", "math"],
  search: ["find", "look", "google", "lookup"],
  email: ["mail", "e-mail", "send"],
  mail: ["email"],
  stock: ["share", "shares", "ticker", "price"],
  time: ["clock", "hour"],
  flight: ["fly", "plane"],
  remind: ["reminder", "remember"],
  reminder: ["remind", "remember"],
  event: ["meeting", "appointment", "calendar", "schedule"],
  calendar: ["meeting", "appointment", "schedule"],
  translate: ["translation"],
  currency: ["convert", "exchange", "dollars", "euros"],
};

const SYNONYM_STEMS = new Map(
  Object.entries(SYNONYMS).map(([word, others]) => [stemmedWords(word).join(" "), stemmedWords(others.join(" "))]),
);

/** Returns the best tool first; tools of the same score keep their order. */
export function rankTools(tools: UsableTool[], text: string): RankedTool[] {
  const said = new Set(stemmedWords(text));
  return tools.map((tool) => rank(tool, said, text)).sort((left, right) => right.score - left.score);
}

function rank(tool: UsableTool, said: Set<string>, text: string): RankedTool {
  const shared = new Set<string>();
  const share = (words: string[], weight: number) => {
    let sum = 0;
    for (const word of new Set(words)) {
      if (said.has(word) || SYNONYM_STEMS.get(word)?.some((other) => said.has(other))) {
        shared.add(word);
        sum += weight;
      }
    }
    return sum;
  };
  const isNamed = new RegExp(`(?<![\\w-])${tool.name.replaceAll(/[^\w]/g, "\\$&")}(?![\\w-])`).test(text);
  const score =
    (isNamed ? 10 : 0) +
    share(
      stemmedWords(spacedName(tool.name)).filter((word) => !GENERIC.has(word)),
      NAME_WEIGHT,
    ) +
    share(
      stemmedWords(tool.description ?? "").filter((word) => !GENERIC.has(word)),
      DESCRIPTION_WEIGHT,
    ) +
    parameterScore(tool, share, text);
  return { tool, score, words: [...shared], fits: score >= GOOD_ENOUGH };
}

/** Words that half of all tool names and descriptions contain. */
const GENERIC = new Set(
  stemmedWords(
    "get set fetch run call do make create use tool function api data given return returns current user information value list new provide this the",
  ),
);

function parameterScore(tool: UsableTool, share: (words: string[], weight: number) => number, text: string): number {
  if (tool.kind !== "function" || !isRecord(tool.parameters) || !isRecord(tool.parameters.properties)) return 0;
  let score = 0;
  for (const [name, schema] of Object.entries(tool.parameters.properties)) {
    score += share(
      stemmedWords(spacedName(name)).filter((word) => !GENERIC.has(word)),
      PARAMETER_WEIGHT,
    );
    if (isRecord(schema) && Array.isArray(schema.enum) && enumCandidates(schema.enum, text).length > 0)
      score += PARAMETER_WEIGHT;
  }
  return score;
}
