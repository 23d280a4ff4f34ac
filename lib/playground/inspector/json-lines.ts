/** JSON as display lines, each with the path of its value. */
export type JsonToken = { kind: "key" | "string" | "literal" | "plain"; text: string };

export type JsonLine = {
  /** Indentation in levels. */
  indent: number;
  tokens: JsonToken[];
  /** Path of the value that begins, ends or is on this line: `messages[0].content`; "" for the whole. */
  path: string;
};

/** Length from which base64 is shortened, in characters: readers need only its length. */
const SHORTEST_BASE64 = 400;
const HEAD_OF_BASE64 = 48;

/** Returns a value's JSON as lines, broken as `JSON.stringify(value, null, 2)` does. */
export function toJsonLines(value: unknown): JsonLine[] {
  const lines: JsonLine[] = [];
  writeValue({ value, path: "", indent: 0, before: [], after: "", lines });
  return lines;
}

type Place = {
  value: unknown;
  path: string;
  indent: number;
  /** Tokens before the value on its line. */
  before: JsonToken[];
  /** Text after the value: a comma or "". */
  after: string;
  lines: JsonLine[];
};

function writeValue({ value, path, indent, before, after, lines }: Place): void {
  const end = after === "" ? [] : [plain(after)];
  if (typeof value !== "object" || value === null) {
    lines.push({ indent, path, tokens: [...before, writeScalar(value), ...end] });
    return;
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? "[]" : "{}";
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  if (entries.length === 0) {
    lines.push({ indent, path, tokens: [...before, plain(`${open}${close}`), ...end] });
    return;
  }
  lines.push({ indent, path, tokens: [...before, plain(String(open))] });
  for (const [index, [name, entry]] of entries.entries()) {
    writeValue({
      value: entry,
      path: isList ? `${path}[${name}]` : `${path}${path === "" ? "" : "."}${name}`,
      indent: indent + 1,
      before: isList ? [] : [{ kind: "key", text: JSON.stringify(name) }, plain(": ")],
      after: index < entries.length - 1 ? "," : "",
      lines,
    });
  }
  lines.push({ indent, path, tokens: [plain(String(close)), ...end] });
}

const plain = (text: string): JsonToken => ({ kind: "plain", text });

function writeScalar(value: unknown): JsonToken {
  if (typeof value !== "string") return { kind: "literal", text: JSON.stringify(value) ?? "null" };
  return { kind: "string", text: JSON.stringify(shortenBase64Text(value)) };
}

function shortenBase64Text(text: string): string {
  if (text.length < SHORTEST_BASE64 || !/^(?:data:[^,]{1,100};base64,)?[\w+/-]{400}/.test(text)) return text;
  if (/\s/.test(text)) return text;
  return `${text.slice(0, HEAD_OF_BASE64)}… ${text.length.toLocaleString("en")} characters`;
}

/** Parses JSON of an object or array; returns undefined for any other text. */
export function parseJsonText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns true when a path is `root` or below it. */
export function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}.`) || path.startsWith(`${root}[`);
}
