/** Parses JSON with the position of each value, and of the first syntax error. */

export type JsonPath = readonly (string | number)[];
/** Character offsets from the start of the text. */
export type TextRange = { from: number; to: number };
export type JsonNode = TextRange & {
  value: unknown;
  /** Members of an object or array, by name or index; for objects with the position of the name. */
  members?: Map<string | number, { node: JsonNode; name: TextRange }>;
};
export type JsonFault = TextRange & { message: string };
export type ParsedJson = { root: JsonNode; fault?: undefined } | { root?: undefined; fault: JsonFault };

/** Limit on nesting: deeper than any schema, and safe for the stack. */
const DEEPEST = 400;
const WORDS: Record<string, unknown> = { true: true, false: false, null: null };

class Fault extends Error {
  readonly range: TextRange;
  constructor(message: string, from: number, to = from + 1) {
    super(message);
    this.range = { from, to };
  }
}

export function parseJsonText(text: string): ParsedJson {
  try {
    return { root: createParser(text).whole() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const to = Math.min(error.range.to, text.length);
    return { fault: { message: error.message, from: Math.min(error.range.from, to), to } };
  }
}

/** Returns the position of a value, or of its name with `named`. Falls back to the nearest enclosing value. */
export function placeOf(root: JsonNode, path: JsonPath, named = false): TextRange {
  let node = root;
  let place: TextRange = root;
  for (const step of path) {
    const member = node.members?.get(step);
    if (!member) break;
    node = member.node;
    place = named && typeof step === "string" ? member.name : node;
  }
  return { from: place.from, to: place.to };
}

function createParser(text: string) {
  let at = 0;

  const skip = () => {
    while (/[ \t\n\r]/.test(text[at] ?? "")) at += 1;
  };
  const here = (message: string) => new Fault(at >= text.length ? `The text ends too early. ${message}` : message, at);

  function whole(): JsonNode {
    skip();
    if (at >= text.length) throw new Fault("There is nothing here yet.", 0);
    const root = value(0);
    skip();
    if (at < text.length) throw new Fault("Nothing may follow the end of the JSON.", at, text.length);
    return root;
  }

  function value(depth: number): JsonNode {
    if (depth > DEEPEST) throw new Fault("This is nested too deeply.", at);
    const character = text[at];
    if (character === "{") return object(depth);
    if (character === "[") return array(depth);
    if (character === '"') return string();
    if (character === "'") throw new Fault("Strings stand in double quotes.", at);
    return wordOrNumber();
  }

  function object(depth: number): JsonNode {
    const from = at;
    const members: NonNullable<JsonNode["members"]> = new Map();
    const read: [string, unknown][] = [];
    members_: for (at += 1; ; ) {
      skip();
      if (text[at] === "}" && members.size === 0) break;
      if (text[at] === "}") throw new Fault("A comma may not stand before a closing bracket.", commaBefore(at));
      if (text[at] !== '"') throw here('A name in double quotes is expected, or "}".');
      const name = string();
      const key = String(name.value);
      if (members.has(key)) throw new Fault(`“${key}” stands here twice.`, name.from, name.to);
      skip();
      if (text[at] !== ":") throw here("A colon is expected after the name.");
      at += 1;
      skip();
      const node = value(depth + 1);
      members.set(key, { node, name: { from: name.from, to: name.to } });
      read.push([key, node.value]);
      skip();
      switch (text[at]) {
        case ",":
          at += 1;
          continue;
        case "}":
          break members_;
        default:
          throw here('A comma or "}" is expected.');
      }
    }
    at += 1;
    return { from, to: at, value: Object.fromEntries(read), members };
  }

  function array(depth: number): JsonNode {
    const from = at;
    const members: NonNullable<JsonNode["members"]> = new Map();
    const read: unknown[] = [];
    entries: for (at += 1; ; ) {
      skip();
      if (text[at] === "]" && read.length === 0) break;
      if (text[at] === "]") throw new Fault("A comma may not stand before a closing bracket.", commaBefore(at));
      const node = value(depth + 1);
      members.set(read.length, { node, name: node });
      read.push(node.value);
      skip();
      switch (text[at]) {
        case ",":
          at += 1;
          continue;
        case "]":
          break entries;
        default:
          throw here('A comma or "]" is expected.');
      }
    }
    at += 1;
    return { from, to: at, value: read, members };
  }

  const commaBefore = (place: number) => text.lastIndexOf(",", place);

  function string(): JsonNode {
    const from = at;
    at += 1;
    while (text[at] !== '"') {
      if (at >= text.length || text[at] === "\n") throw new Fault("This string has no end.", from, at);
      at += text[at] === "\\" ? 2 : 1;
    }
    at += 1;
    const written = text.slice(from, at);
    try {
      return { from, to: at, value: JSON.parse(written) };
    } catch {
      throw new Fault(
        "This string has a character that must be escaped, or an escape that JSON does not know.",
        from,
        at,
      );
    }
  }

  function wordOrNumber(): JsonNode {
    const from = at;
    const [written = ""] = /^[^\s,:[\]{}"]+/.exec(text.slice(at)) ?? [];
    if (written === "") throw here("A value is expected.");
    at += written.length;
    if (Object.hasOwn(WORDS, written)) return { from, to: at, value: WORDS[written] };
    if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(written)) return { from, to: at, value: Number(written) };
    const known = Object.keys(WORDS).find((word) => word === written.toLowerCase());
    const hint = known ? `JSON writes it ${known}.` : "Text stands in double quotes.";
    throw new Fault(`“${written}” is no JSON value. ${hint}`, from, at);
  }

  return { whole };
}
