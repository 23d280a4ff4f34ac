/** Log probabilities of a response's tokens, as the APIs send them and as the pages draw them. */
import { type Fields, fields, fieldsList } from "../dialects/json-fields.ts";

export type TokenLogprob = {
  token: string;
  /** Natural logarithm of the probability, at most 0. */
  logprob: number;
  /** Likeliest tokens at this place, which may include the chosen one; empty when none were asked for. */
  top: { token: string; logprob: number }[];
};

/** Reads the entries of OpenAI's two APIs (wire-formats §1.5, §2.6); others are skipped. */
export function readTokenLogprobs(entries: unknown): TokenLogprob[] {
  return fieldsList(entries).flatMap((entry) => {
    const token = readToken(entry, "logprob");
    return token
      ? [{ ...token, top: fieldsList(entry.top_logprobs).flatMap((one) => readToken(one, "logprob") ?? []) }]
      : [];
  });
}

/** Reads a `logprobsResult` of generateContent (wire-formats §4.7): two lists of the same length, by place. */
export function readLogprobsResult(result: Fields | undefined): TokenLogprob[] {
  const tops = fieldsList(result?.topCandidates);
  return fieldsList(result?.chosenCandidates).flatMap((entry, place) => {
    const token = readToken(entry, "logProbability");
    const others = fieldsList(fields(tops[place])?.candidates);
    return token ? [{ ...token, top: others.flatMap((one) => readToken(one, "logProbability") ?? []) }] : [];
  });
}

function readToken(raw: Fields, name: string): { token: string; logprob: number } | undefined {
  const logprob = raw[name];
  if (typeof raw.token !== "string" || typeof logprob !== "number") return undefined;
  return { token: raw.token, logprob };
}

/** Probability in percent: one decimal below 1 and above 99, where whole numbers would say never and always. */
export function formatProbability(logprob: number): string {
  const percent = Math.min(100, Math.exp(logprob) * 100);
  if (percent < 0.1) return "< 0.1%";
  if (percent > 99.9) return "> 99.9%";
  return `${percent < 1 || percent > 99 ? percent.toFixed(1) : percent.toFixed(0)}%`;
}

/** Token as a reader can see it: blanks at its edges and line ends are drawn. */
export function showToken(token: string): string {
  return token
    .replaceAll("\n", "↵")
    .replaceAll("\t", "⇥")
    .replace(/^ +| +$/g, (blanks) => "␣".repeat(blanks.length));
}
