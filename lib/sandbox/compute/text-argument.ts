/** The text that a request is about: quoted, in a fence, after a colon, or after its verb. */

const LONGEST = 4000;

/**
 * Returns the quoted text, the fenced text, the text after the first colon or, with `after`, the rest of the sentence
 * after that pattern; undefined when there is none.
 */
export function textArgument(question: string, after?: RegExp): string | undefined {
  const fenced = /```\w*\n([\s\S]*?)```/.exec(question)?.[1];
  const quoted = /"([^"]+)"|“([^”]+)”|`([^`]+)`|(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])/u.exec(question);
  const found =
    fenced ??
    quoted?.slice(1).find((group) => group !== undefined) ??
    /:\s+?([\s\S]+)$|:\n([\s\S]+)$/.exec(question)?.slice(1).find(Boolean) ??
    restAfter(question, after);
  const text = found?.trim();
  return text === undefined || text === "" || text.length > LONGEST ? undefined : text;
}

function restAfter(question: string, after: RegExp | undefined): string | undefined {
  const match = after?.exec(question);
  if (!match) return undefined;
  return question
    .slice(match.index + match[0].length)
    .replace(
      /^\s*(?:(?:the |this |these |my |following )*(?:words?|text|string|sentence|phrase|list|numbers?|names?|letters?)\s+(?:of )?)?/i,
      "",
    )
    .replace(/(?:\s+(?:please|for me))?[?!.]*\s*$/, "");
}

/** Writes text as inline code, whatever backticks it has. */
export function asCode(text: string): string {
  if (text.includes("\n")) return `\`\`\`text\n${text}\n\`\`\``;
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
