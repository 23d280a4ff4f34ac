/** Parses JSON with the position of each value, and of the first syntax error. */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

export type JsonPath = readonly (string | number)[];
/** Character offsets from the start of the text. */
export type TextRange = { from: number; to: number };
export type JsonRoot = { value: unknown; node: Node };
export type JsonFault = TextRange & { message: string };
export type ParsedJson = { root: JsonRoot; fault?: undefined } | { root?: undefined; fault: JsonFault };

const WORDS = ["true", "false", "null"];

export function parseJsonText(text: string): ParsedJson {
  const errors: ParseError[] = [];
  try {
    const node = parseTree(text, errors, { disallowComments: true });
    const [error] = errors;
    const fault = error ? describeError(text, error, node) : node && findDuplicate(node);
    if (fault) return { fault };
    if (node) return { root: { value: JSON.parse(text), node } };
  } catch (error) {
    // The parser is recursive: nesting of some thousands of levels overflows its stack.
    if (error instanceof RangeError) return { fault: { message: "The JSON is nested too deeply.", from: 0, to: 1 } };
    // JSON.parse is stricter than the parser in rare cases.
    const message = error instanceof Error ? error.message : String(error);
    return { fault: { message: `Not valid JSON: ${message}`, from: 0, to: text.length } };
  }
  return { fault: { message: "Enter a JSON value.", from: 0, to: 0 } };
}

/** Returns the position of a value, or of its name with `named`. Falls back to the nearest enclosing value. */
export function findPlace({ node: root }: JsonRoot, path: JsonPath, named = false): TextRange {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    const property = node?.parent?.type === "property" ? node.parent : undefined;
    const [name] = property?.children ?? [];
    if (node) return rangeOf(named && name ? name : node);
  }
  return rangeOf(root);
}

const rangeOf = ({ offset, length }: Node): TextRange => ({ from: offset, to: offset + length });

function describeError(text: string, { error, offset, length }: ParseError, root: Node | undefined): JsonFault {
  const code = printParseErrorCode(error);
  const at = (message: string, from = offset, to = from + Math.max(length, 1)) => ({
    message,
    from: Math.min(from, text.length),
    to: Math.min(to, text.length),
  });
  if (text.trim() === "") return at("Enter a JSON value.", 0, 0);
  const isAfterRoot = root !== undefined && offset >= root.offset + root.length && isClosed(text, root);
  if (code === "EndOfFileExpected" || (code === "InvalidSymbol" && isAfterRoot)) {
    return at("Remove the text after the end of the JSON.", offset, text.length);
  }
  const expected = EXPECTED[code];
  const trailingComma = /,\s*$/.exec(text.slice(0, offset));
  if (trailingComma && /[\]}]/.test(text[offset] ?? "")) {
    return at("Remove the comma before the closing bracket.", trailingComma.index, trailingComma.index + 1);
  }
  if (expected) return at(offset >= text.trimEnd().length ? `The text ends too early. ${expected}` : expected);
  if (code === "UnexpectedEndOfString") return at("Close this string with a double quote.");
  if (code === "InvalidCommentToken") return at("Remove the comment: JSON has none.");
  if (code === "InvalidSymbol") return at(describeSymbol(text.slice(offset, offset + length)));
  if (code === "InvalidCharacter" || code === "InvalidEscapeCharacter") {
    return at("This string has a character that must be escaped, or an unknown escape.");
  }
  return at(`“${text.slice(offset, offset + length)}” is not valid JSON.`);
}

const EXPECTED: Record<string, string> = {
  PropertyNameExpected: 'Expected a name in double quotes, or "}".',
  ValueExpected: "Expected a value.",
  ColonExpected: "Expected a colon after the name.",
  CommaExpected: "Expected a comma or a closing bracket.",
  CloseBraceExpected: 'Expected a comma or "}".',
  CloseBracketExpected: 'Expected a comma or "]".',
};

function describeSymbol(symbol: string): string {
  const word = WORDS.find((known) => known === symbol.toLowerCase());
  return `“${symbol}” is not valid JSON. ${word ? `Write ${word}.` : "Put text in double quotes."}`;
}

const isClosed = (text: string, { offset, length }: Node) => /[\]}]/.test(text[offset + length - 1] ?? "");

/** JSON.parse drops all but the last of equal names, which is never meant. */
function findDuplicate(node: Node): JsonFault | undefined {
  const names = new Set<string>();
  for (const child of node.children ?? []) {
    const [name] = child.type === "property" ? (child.children ?? []) : [];
    if (name && names.has(name.value)) return { message: `“${name.value}” appears twice.`, ...rangeOf(name) };
    if (name) names.add(name.value);
    const fault = findDuplicate(child);
    if (fault) return fault;
  }
  return undefined;
}
