import { fields } from "#lib/playground/dialects/json-fields.ts";
import { readNamed, type ToolNotation, writeExample } from "../tools.ts";

const NOTATION: Omit<ToolNotation, "example"> = {
  page: "chat",
  name: "OpenAI Chat Completions",
  errorNote: 'Sends {"error": …} as the result (this API has no error flag)',
  read(entry) {
    if (entry.type !== "function" && entry.type !== "custom") return '"type" must be "function" or "custom".';
    const inner = fields(entry[entry.type]);
    if (!inner) return `"${entry.type}" must be an object with a name.`;
    const { parameters, ...rest } = inner;
    const schemaPath = ["function", "parameters"];
    const tool = readNamed(entry, { tool: { ...rest, name: inner.name, schema: parameters }, schemaPath });
    if (typeof tool === "string") return tool;
    return [entry.type === "custom" ? { name: tool.name, raw: entry } : tool];
  },
  write: (raws) => [...raws],
  writeFunction: ({ name, description, schema, strict }, before = {}) => ({
    ...before,
    type: "function",
    function: { ...fields(before.function), name, description, parameters: schema, strict },
  }),
};

/** A tool's definition is under its type (wire-formats §1.3). */
export const CHAT_TOOLS: ToolNotation = {
  ...NOTATION,
  get example() {
    return writeExample(NOTATION);
  },
};
