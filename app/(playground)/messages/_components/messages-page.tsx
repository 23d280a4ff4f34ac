"use client";

import { Brain, CodeXml, Image, Wrench } from "lucide-react";
import { drawSamplePicture } from "#components/text-page/draw-sample-picture.ts";
import { TextPage } from "#components/text-page/text-page.tsx";
import type { TextPageDefinition } from "#components/text-page/text-page-definition.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { EMPTY_SETTINGS } from "#lib/playground/dialects/request-body.ts";
import { isTextModel } from "#lib/playground/models/models.ts";

const DEFINITION: TextPageDefinition = {
  dialect: MESSAGES,
  name: "Messages",
  newLabel: "New conversation",
  greeting: {
    title: "Turns made of blocks",
    detail: "In Anthropic’s own terms, through the Messages route: thinking, tools and documents stay blocks.",
  },
  demos: [
    {
      label: "Think first, then answer",
      icon: Brain,
      prompts: ["What can Parlance do?"],
      settings: { ...EMPTY_SETTINGS, parameters: { budget_tokens: 2048 } },
    },
    {
      label: "Weather in Paris and Oslo, with a tool",
      icon: Wrench,
      prompts: ["What is the weather in Paris and in Oslo?"],
      settings: {
        ...EMPTY_SETTINGS,
        parameters: { tool_choice: "auto" },
        toolsText: MESSAGES.tools?.example ?? "",
      },
    },
    {
      label: "Code that streams a message",
      icon: CodeXml,
      prompts: ["How do I stream a message with the Anthropic SDK?"],
      settings: EMPTY_SETTINGS,
    },
    {
      label: "Describe a picture",
      icon: Image,
      prompts: ["Describe this picture."],
      settings: EMPTY_SETTINGS,
      picture: drawSamplePicture,
    },
  ],
  offers: isTextModel,
  defaultModel: ({ defaultModel }) => defaultModel,
  placeholder: () => "Write a message",
};

export function MessagesPage() {
  return <TextPage definition={DEFINITION} />;
}
