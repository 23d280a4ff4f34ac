/** The user's own words in a message: what coding agents attach to it, `<system-reminder>…`, is none of them. */

/**
 * Elements that a client writes before the words. HTML has no name with `_` and none of its own with `-`; a
 * `<pasted_content>` is the user's.
 */
const LEADING_CONTEXT = /^(?:\s*<(?!pasted)([a-z]+(?:[_-][a-z]+)+)(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1>)+/i;
const REMINDERS = /<system-reminder>[\s\S]*?<\/system-reminder>/g;
/** Rules of a project, which Codex sends as a message of the user's. */
const PROJECT_RULES = /^# AGENTS\.md instructions\b/;

/**
 * @param texts text parts of one message
 * @returns the parts without a client's context, joined by newlines; "" when there is nothing else
 */
export function ownWords(texts: readonly string[]): string {
  return texts
    .map((text) => (PROJECT_RULES.test(text) ? "" : text.replace(LEADING_CONTEXT, "").replaceAll(REMINDERS, "")))
    .filter((text) => text.trim() !== "")
    .join("\n");
}
