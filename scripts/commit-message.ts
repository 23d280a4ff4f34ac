/** Checks the message of a commit against CONTRIBUTING.md; the hook `.githooks/commit-msg` runs it. */
import { readFileSync } from "node:fs";

const TYPES = ["feat", "fix", "perf", "refactor", "test", "docs", "build"];
const SUBJECT = new RegExp(`^(${TYPES.join("|")})(\\([a-z0-9-]+\\))?: \\S.*[^.\\s]$`);
const LONGEST_SUBJECT = 72;
/** Subjects that git writes itself, and rewrites before anyone else sees the commit. */
const WRITTEN_BY_GIT = /^(?:Merge|Revert|fixup!|squash!|amend!) /;

/** Returns what is wrong with a message, one sentence each; none when all is well. */
export function checkCommitMessage(message: string): string[] {
  const lines = message.split("\n").filter((line) => !line.startsWith("#"));
  const [subject = "", ...body] = lines;
  if (WRITTEN_BY_GIT.test(subject)) return [];
  const problems: string[] = [];
  const match = SUBJECT.exec(subject);
  if (!match)
    problems.push(`The subject must be "type(scope): imperative summary" with a type of ${TYPES.join(", ")}.`);
  if (subject.length > LONGEST_SUBJECT) {
    problems.push(`The subject must have at most ${LONGEST_SUBJECT} characters; it has ${subject.length}.`);
  }
  if (body[0]?.trim()) problems.push("The second line must be empty.");
  if (match?.[1] === "fix" && !body.some((line) => line.trim())) {
    problems.push("A fix must have a body: the symptom, its cause, and the test that now covers it.");
  }
  return problems;
}

if (import.meta.main) {
  const [path = ""] = process.argv.slice(2);
  const problems = checkCommitMessage(readFileSync(path, "utf8"));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
