"use client";

import { TextPage } from "#components/text-page/text-page.tsx";
import type { TextPageDefinition } from "#components/text-page/text-page-definition.ts";
import { EMPTY_SETTINGS } from "#lib/playground/dialects/request-body.ts";
import { RESPONSES } from "#lib/playground/dialects/responses/dialect.ts";
import { isTextModel } from "#lib/playground/models/models.ts";
import { CITY_SCHEMA } from "#lib/playground/parameters/presets.ts";

const DEFINITION: TextPageDefinition = {
  dialect: RESPONSES,
  name: "Responses",
  newLabel: "New conversation",
  greeting: {
    title: "Try the Responses API",
    detail: "OpenAI’s newer API. Messages, reasoning and tool calls share one list of items.",
  },
  demos: [
    {
      label: "Show the reasoning, then answer",
      miniature: "reasoning",
      prompts: ["What can Parlance do?"],
      settings: { ...EMPTY_SETTINGS, parameters: { effort: "low", summary: "auto" } },
    },
    {
      label: "Continue with previous_response_id",
      miniature: "chain",
      prompts: ["How does previous_response_id work?", "How long is a response stored?"],
      settings: { ...EMPTY_SETTINGS, parameters: { previous_response_id: true } },
    },
    {
      label: "Get the weather with a tool call",
      miniature: "tool",
      prompts: ["What is the weather in Paris and in Oslo?"],
      settings: {
        ...EMPTY_SETTINGS,
        parameters: { tool_choice: "auto" },
        toolsText: RESPONSES.tools?.example ?? "",
      },
    },
    {
      label: "Describe a city as structured JSON",
      miniature: "json",
      prompts: ["Describe Lisbon."],
      settings: {
        ...EMPTY_SETTINGS,
        parameters: { format: { type: "json_schema", name: "city", schemaText: CITY_SCHEMA, strict: true } },
      },
    },
  ],
  offers: isTextModel,
  defaultModel: ({ defaultModel }) => defaultModel,
  placeholder: () => "Ask anything",
};

export function ResponsesPage() {
  return <TextPage definition={DEFINITION} />;
}
