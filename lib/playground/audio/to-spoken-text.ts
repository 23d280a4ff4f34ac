/** Markdown as it is read aloud: its words, without signs, addresses and code. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Row under the head of a table, or a line that divides. */
const isRule = (line: string) => /^[\s|:*_-]*$/.test(line) && /[-*_]{3}/.test(line);

export function toSpokenText(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark) fence = mark;
    else if (line.trim() === "") lines.push("");
    else if (!isRule(line)) lines.push(toWords(line));
  }
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function toWords(line: string): string {
  const words = line
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^\s*(?:>\s?)+/, "")
    .replace(/^\s*#{1,6}\s+/, "")
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, "")
    // No sign that begins one of these is part of it: a line of nothing else takes no longer than other lines.
    .replace(/\[\^[^[\]]*\]:?/g, "")
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/<(?:https?:|mailto:)[^<>]*>|https?:\/\/[^\s)]+/g, "")
    .replace(/<\/?[a-zA-Z][^<>]*>/g, "")
    // Signs of emphasis stand at the edge of a word; within one they are part of a name.
    .replace(/(?<!\\)(?:\*\*|__|~~|`+|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w))/g, "")
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, "$1");
  const isRow = words.length > 1 && words.startsWith("|") && words.endsWith("|");
  const spoken = isRow ? words.slice(1, -1).replaceAll(/ ?\| ?/g, ", ") : words;
  return spoken.replace(/\s+/g, " ").trim();
}

/**
 * Splits a text into pieces that one request can have: at the end of a sentence where there is one, else between words.
 * @param limit characters of a piece
 */
export function splitSpeech(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > limit) {
    const head = rest.slice(0, limit);
    const sentence = Math.max(head.lastIndexOf("\n"), ...[". ", "! ", "? ", "。"].map((end) => head.lastIndexOf(end)));
    const space = head.lastIndexOf(" ");
    let cut = sentence > limit / 3 ? sentence + 1 : space > limit / 3 ? space : limit;
    // Never between the halves of one character.
    if (/[\uD800-\uDBFF]$/.test(rest.slice(0, cut))) cut -= 1;
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  if (rest !== "") pieces.push(rest);
  return pieces;
}
