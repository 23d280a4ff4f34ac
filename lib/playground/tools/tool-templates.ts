/** Tool templates. The sandbox calls each with fitting arguments, and samples answer the calls. */
import { HOSTED_TOOLS } from "./notations/hosted-tools.ts";
import { type FunctionTool, type ToolNotation, WEATHER } from "./tools.ts";

export type ToolTemplate = { label: string; tool: FunctionTool };

export const TOOL_TEMPLATES: readonly ToolTemplate[] = [
  { label: "Weather", tool: WEATHER },
  {
    label: "Search",
    tool: {
      name: "search_documents",
      description: "Searches documents for words, and gives back the best matches",
      schema: {
        type: "object",
        properties: {
          query: { type: "string", description: "What to look for" },
          limit: { type: "integer", description: "The most matches to give back", minimum: 1, maximum: 20 },
        },
        required: ["query"],
      },
    },
  },
  {
    label: "Calculator",
    tool: {
      name: "calculate",
      description: "Works out an arithmetic expression",
      schema: {
        type: "object",
        properties: { expression: { type: "string", description: "Such as 2 * (3 + 4)" } },
        required: ["expression"],
      },
    },
  },
  {
    label: "Current time",
    tool: {
      name: "get_time",
      description: "The time of day in a time zone",
      schema: {
        type: "object",
        properties: { zone: { type: "string", description: "IANA name, such as Europe/Oslo" } },
        required: ["zone"],
      },
    },
  },
  {
    label: "Blank function",
    tool: { name: "my_function", description: "", schema: { type: "object", properties: {} } },
  },
];

/** Returns templates of the vendor's hosted tools. */
export const hostedTemplates = ({ page }: ToolNotation) =>
  HOSTED_TOOLS.flatMap(({ label, in: notations }) => {
    const raw = notations[page];
    return raw ? [{ label, raw }] : [];
  });
