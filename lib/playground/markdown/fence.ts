/** Fenced code, read line by line, so that an open fence of any length costs only its new lines at each commit. */

export interface Fence {
  /** Offset of the first line of code. */
  codeStart: number;
  /** The run of backticks or tildes that opens the fence. */
  marker: string;
  /** Spaces before the opening fence; as many are removed from each line of code. */
  indent: number;
  language: string;
  /** Offset up to which every complete line has been read and is code. */
  scannedTo: number;
}

const openingFence = /^( {0,3})(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})([^\n]*)(\n|$)/;

/** Reads the fence that opens at `offset`; undefined when its first line is incomplete or is not a fence. */
export function openFence(text: string, offset: number): Fence | undefined {
  const lineEnd = text.indexOf("\n", offset);
  if (lineEnd < 0) return undefined;
  const match = openingFence.exec(text.slice(offset, lineEnd + 1).replace(/\r\n$/, "\n"));
  if (!match) return undefined;
  const [, indent = "", marker = "", info = ""] = match;
  return {
    codeStart: lineEnd + 1,
    marker,
    indent: indent.length,
    language: readLanguage(info),
    scannedTo: lineEnd + 1,
  };
}

/**
 * Searches for the closing fence from where the last scan ended. `end` is the offset after the closing line. A closing
 * line without its line feed counts only at the end of the message, since more text could make it code again.
 */
export function scanFence({ text, fence, final }: { text: string; fence: Fence; final: boolean }): {
  fence: Fence;
  closed?: { codeEnd: number; end: number };
} {
  const closing = closingFence(fence.marker);
  let lineStart = fence.scannedTo;
  while (lineStart < text.length) {
    const lineFeed = text.indexOf("\n", lineStart);
    if (lineFeed < 0 && !final) break;
    const lineEnd = lineFeed < 0 ? text.length : lineFeed;
    const end = lineFeed < 0 ? text.length : lineFeed + 1;
    // Longer lines cannot be a closing fence; slicing them again at each commit would make one huge line slow.
    if (lineEnd - lineStart < 1000 && closing.test(text.slice(lineStart, lineEnd))) {
      return { fence, closed: { codeEnd: lineStart, end } };
    }
    lineStart = end;
  }
  return { fence: { ...fence, scannedTo: lineStart } };
}

/** Returns the code between the fences, without the fence's indentation and without the last line feed. */
export function getFenceCode(fence: Fence, content: string): string {
  const unixLines = content.includes("\r") ? content.replace(/\r\n?/g, "\n") : content;
  const aligned = fence.indent > 0 ? unixLines.replace(new RegExp(`^ {1,${fence.indent}}`, "gm"), "") : unixLines;
  return aligned.endsWith("\n") ? aligned.slice(0, -1) : aligned;
}

/** Drops a last line that looks like the start of the closing fence: shown as code it would flash. */
export function withoutPartialClosing(fence: Fence, code: string): string {
  const lineStart = code.lastIndexOf("\n") + 1;
  const lastLine = code.slice(lineStart, lineStart + 1000).trim();
  const isPartial = lastLine !== "" && lastLine === (fence.marker[0] ?? "").repeat(lastLine.length);
  return isPartial ? code.slice(0, Math.max(0, lineStart - 1)) : code;
}

function closingFence(marker: string): RegExp {
  return new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*\\r?$`);
}

function readLanguage(info: string): string {
  return /^[\w+#.-]{1,30}/.exec(info.trim())?.[0].toLowerCase() ?? "";
}
