/** Suggestions of the empty page. Each sets real parameters, tools or a schema, so that one click shows a feature. */

import type { ChatSettings } from "../chat/chat-settings.ts";
import { CHAT_TOOLS } from "../tools/notations/chat-tools.ts";

export type Preset = {
  id: "guide" | "markdown" | "tools" | "schema";
  label: string;
  prompt: string;
  settings: Omit<ChatSettings, "model">;
};

export const CITY_SCHEMA = `{
  "type": "object",
  "properties": {
    "city": { "type": "string" },
    "country": { "type": "string" },
    "population": { "type": "integer", "minimum": 1 },
    "landmarks": {
      "type": "array",
      "minItems": 2,
      "maxItems": 4,
      "items": {
        "type": "object",
        "properties": { "name": { "type": "string" }, "built": { "type": "integer" } },
        "required": ["name", "built"],
        "additionalProperties": false
      }
    }
  },
  "required": ["city", "country", "population", "landmarks"],
  "additionalProperties": false
}`;

export const PRESETS: readonly Preset[] = [
  {
    id: "guide",
    label: "What can Parlance do?",
    prompt: "What can Parlance do?",
    settings: { system: "", parameters: {}, toolsText: "" },
  },
  {
    id: "markdown",
    label: "Stream a table and code",
    prompt: "What are the error status codes? Show me a table and code.",
    settings: { system: "", parameters: { reasoning_effort: "low" }, toolsText: "" },
  },
  {
    id: "tools",
    label: "Get the weather with a tool call",
    prompt: "What is the weather in Paris and in Oslo?",
    settings: { system: "", parameters: { tool_choice: "auto" }, toolsText: CHAT_TOOLS.example },
  },
  {
    id: "schema",
    label: "Describe a city as structured JSON",
    prompt: "Describe Lisbon.",
    settings: {
      system: "",
      parameters: {
        response_format: { type: "json_schema", name: "city", schemaText: CITY_SCHEMA, strict: true },
      },
      toolsText: "",
    },
  },
];
