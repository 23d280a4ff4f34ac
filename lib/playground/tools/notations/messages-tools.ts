import { readNamed, type ToolNotation, writeExample } from "../tools.ts";

const NOTATION: Omit<ToolNotation, "example"> = {
  page: "messages",
  name: "Anthropic Messages",
  errorNote: "Sends is_error: true with the result",
  read(entry) {
    const own = entry.type === undefined || entry.type === "custom";
    if (!own && (typeof entry.type !== "string" || entry.type === "function"))
      return '"type" is absent, or names an Anthropic tool such as "web_search_20250305".';
    if (own && entry.input_schema === undefined) return '"input_schema" is missing: a JSON Schema of the input.';
    const name = own ? entry.name : (entry.name ?? entry.type);
    const schemaPath = ["input_schema"];
    const tool = readNamed(entry, { tool: { ...entry, name, schema: entry.input_schema }, schemaPath, limit: 128 });
    if (typeof tool === "string") return tool;
    return [own ? tool : { name: tool.name, raw: entry }];
  },
  write: (raws) => [...raws],
  writeFunction: ({ name, description, schema, strict }, before = {}) => ({
    ...before,
    name,
    description,
    input_schema: schema ?? { type: "object" },
    strict,
  }),
};

/** A client's tool has an input schema; the API's own tools have a type with a date (wire-formats §3.4). */
export const MESSAGES_TOOLS: ToolNotation = {
  ...NOTATION,
  get example() {
    return writeExample(NOTATION);
  },
};
