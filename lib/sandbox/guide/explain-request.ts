/** Explains how a request was read, for the reasoning of a response: most informative first. */
import type { Request } from "./classify-request.ts";

const KINDS: Record<Request["kind"], string> = {
  "small-talk": "small talk, or about me",
  fact: "about Parlance, and I have a short answer ready",
  absent: "about something that Parlance does not have, by the list of such features",
  computed: "something that I can compute",
  documented: "about Parlance",
  sample: "creative, so that I can only show a sample that was written in advance",
  unmentioned: "about Parlance, but no guide mentions it",
  outside:
    "about the outside world, which the documentation does not cover; there is no language model behind me to ask",
};

export function explainRequest(request: Request, question: string): string[] {
  const reading = `I read "${question.slice(0, 160)}": it is ${KINDS[request.kind]}.`;
  if (!("finding" in request)) return [reading, "No search in the documentation is needed for that."];
  const { finding } = request;
  const search = finding.isFollowUp
    ? `It continues the earlier question, so I search the documentation for "${finding.query.slice(0, 120)}".`
    : "I search the documentation for its words.";
  const missing = finding.unknown.length > 0 ? [`No guide has ${finding.unknown.slice(0, 3).join(", ")}.`] : [];
  if (request.kind !== "documented") return [reading, search, ...missing];
  const [best] = request.hits;
  const candidates = request.hits
    .slice(0, 4)
    .map(({ section, score }) => `"${section.heading}" in ${section.file} (${score.toFixed(1)})`);
  return [
    reading,
    search,
    `The best of ${request.hits.length} sections: ${candidates.join(", ")}.`,
    `${finding.isUnsure ? "None surely answers; I show" : "I take"} "${best.section.heading}"${becauseOf(best.words)}.`,
  ];
}

function becauseOf(words: readonly string[]): string {
  if (words.length === 0) return "";
  return ` because it holds ${words.length === 1 ? "this word" : "these words"} of the question: ${words.join(", ")}`;
}
