"use client";

import { Braces, Brain, Link2, Wrench } from "lucide-react";
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
    title: "Items in, items out",
    detail:
      "In OpenAI’s newer terms, through the Responses route: messages, reasoning and calls are items of one list.",
  },
  demos: [
    {
      label: "Reason in sight, then answer",
      icon: Brain,
      prompts: ["What can Parlance do?"],
      settings: { ...EMPTY_SETTINGS, parameters: { effort: "low", summary: "auto" } },
    },
    {
      label: "Go on by the response’s id",
      icon: Link2,
      prompts: ["How does previous_response_id work?", "How long is a response stored?"],
      settings: { ...EMPTY_SETTINGS, parameters: { previous_response_id: true } },
    },
    {
      label: "Weather in Paris and Oslo, with a tool",
      icon: Wrench,
      prompts: ["What is the weather in Paris and in Oslo?"],
      settings: {
        ...EMPTY_SETTINGS,
        parameters: { tool_choice: "auto" },
        toolsText: RESPONSES.tools?.example ?? "",
      },
    },
    {
      label: "A city as JSON, under a schema",
      icon: Braces,
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
