/** Answers questions about one HTTP status from the table of status codes. */
import type { Library } from "./library.ts";

const FILE = "docs/guide/errors.md";
const HEADING = "Status codes";

/** Returns undefined when the question names no status of the table. */
export function answerAboutStatus(question: string, { sections }: Library): string | undefined {
  const status = /(?<![\d.,$€/-])([45]\d\d)(?![\d.,]*\d|%| ?(?:tokens?|ms|px|words|km|miles))/.exec(question)?.[1];
  const isAsked = /\b(status|error|errors|code|http|fail\w*|mean\w*|why|got|get|getting|return\w*|respon\w*)\b/i;
  if (status === undefined || !isAsked.test(question)) return undefined;
  const section = sections.find(({ file, heading }) => file === FILE && heading === HEADING);
  const rows = section?.blocks.find(({ kind }) => kind === "table")?.markdown.split("\n") ?? [];
  const own = rows.filter((row) => row.startsWith(`| ${status} `));
  const general = rows.filter((row) => status.startsWith("5") && row.startsWith("| Other 5xx"));
  const found = own.length > 0 ? own : general;
  if (!section || found.length === 0) return undefined;
  const meanings = found.map((row) =>
    row
      .split("|")
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );
  const lines = meanings.map(([name, when]) => `**${name === "Other 5xx" ? status : name}**: ${when}.`);
  return `${lines.join("\n\n")}

The error's message says which, and what to do next. [Status codes](${section.link}) · [Troubleshooting](/docs/troubleshooting)`;
}
