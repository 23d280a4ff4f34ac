/** Tests a regular expression on a text, within bounds that no backtracking exceeds. */
import { asCode } from "./text-argument.ts";

const FORMS = [
  /\bdoes\s+(?:the (?:regex|pattern)\s+)?[`"]?\/?([^\s`"]+?)\/?([gimsuy]*)[`"]?\s+match\s+["'`“]?(.+?)["'`”]?\s*\??$/i,
  /\b(?:test|try|check|run)\s+(?:the\s+)?(?:regex|pattern|regular expression)\s+[`"]?\/?(\S+?)\/?([gimsuy]*)[`"]?\s+(?:on|against|with|for)\s+["'`“]?(.+?)["'`”]?\s*\.?$/i,
  /\bdoes\s+["'`“]?(?<text>.+?)["'`”]?\s+match\s+(?:the (?:regex|pattern)\s+)?[`"]?\/(?<pattern>\S+)\/(?<flags>[gimsuy]*)[`"]?\s*\??$/i,
];
const LONGEST_PATTERN = 80;
const LONGEST_TEXT = 200;
const MOST_REPEATS = 3;

export function testRegex(question: string): string | undefined {
  if (question.length > 500 || !/\b(?:match|regex|pattern|regular expression)\b/i.test(question)) return undefined;
  for (const form of FORMS) {
    const match = form.exec(question);
    if (!match) continue;
    const { pattern = match[1], flags = match[2], text = match[3] } = match.groups ?? {};
    if (pattern === undefined || text === undefined || !/[\\^$.*+?()[\]{}|]/.test(pattern)) continue;
    return run(pattern, flags ?? "", text);
  }
  return undefined;
}

function run(pattern: string, flags: string, text: string): string {
  if (pattern.length > LONGEST_PATTERN || text.length > LONGEST_TEXT || mayBacktrack(pattern)) {
    return "I only test short patterns without nested repeats, since others may run for ever.";
  }
  try {
    const found = new RegExp(pattern, flags.replaceAll(/[gy]/g, "")).exec(text);
    const shown = `${asCode(`/${pattern}/${flags}`)} on ${asCode(text)}`;
    if (!found) return `**No match.** ${shown}`;
    const groups = found
      .slice(1)
      .map((group, index) => `- group ${index + 1}: ${group === undefined ? "none" : asCode(group)}`);
    return [
      `**Match at ${found.index}: ${asCode(found[0])}.** ${shown}`,
      ...(groups.length > 0 ? [groups.join("\n")] : []),
    ].join("\n\n");
  } catch (error) {
    return `It is not a valid pattern: ${error instanceof Error ? error.message.replaceAll(/[<>`]/g, "") : ""}`;
  }
}

/** Returns true for a repeated group, a back reference, or many unbounded repeats: their time may explode. */
function mayBacktrack(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\[^\dk]|\[(?:\\.|[^\]\\])*\]/g, "x");
  const repeats = bare.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  return /\)(?:[*+{])|\\[\dk]/.test(bare) || repeats > MOST_REPEATS || /\{\d{3,}/.test(bare);
}
