import { readNamed, type ToolNotation, writeExample } from "../tools.ts";

const NOTATION: Omit<ToolNotation, "example"> = {
  page: "responses",
  name: "OpenAI Responses",
  errorNote: 'Sends {"error": …} as the output (this API has no error flag)',
  read(entry) {
    if (typeof entry.type !== "string")
      return '"type" is missing: "function", "custom", or a hosted tool such as "web_search".';
    if (entry.type === "function" && typeof entry.function === "object")
      return 'a function is flat in this API: put "name" and "parameters" beside "type".';
    const own = entry.type === "function" || entry.type === "custom";
    const name = own ? entry.name : (entry.server_label ?? entry.type);
    const schemaPath = ["parameters"];
    const tool = readNamed(entry, { tool: { ...entry, name, schema: entry.parameters }, schemaPath, limit: 128 });
    if (typeof tool === "string") return tool;
    return [entry.type === "function" ? tool : { name: tool.name, raw: entry }];
  },
  write: (raws) => [...raws],
  writeFunction: ({ name, description, schema, strict }, before = {}) => ({
    ...before,
    type: "function",
    name,
    description,
    parameters: schema,
    strict,
  }),
};

/** Functions are flat; hosted tools differ only by type (wire-formats §2.3). */
export const RESPONSES_TOOLS: ToolNotation = {
  ...NOTATION,
  get example() {
    return writeExample(NOTATION);
  },
};
