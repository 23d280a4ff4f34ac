"use client";

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
    title: "Try the Messages API",
    detail: "Anthropic’s API, with native thinking, tool and document blocks.",
  },
  demos: [
    {
      label: "Think before answering",
      miniature: "reasoning",
      prompts: ["What can Parlance do?"],
      settings: { ...EMPTY_SETTINGS, parameters: { budget_tokens: 2048 } },
    },
    {
      label: "Get the weather with a tool call",
      miniature: "tool",
      prompts: ["What is the weather in Paris and in Oslo?"],
      settings: {
        ...EMPTY_SETTINGS,
        parameters: { tool_choice: "auto" },
        toolsText: MESSAGES.tools?.example ?? "",
      },
    },
    {
      label: "Write code that streams a message",
      miniature: "code",
      prompts: ["How do I stream a message with the Anthropic SDK?"],
      settings: EMPTY_SETTINGS,
    },
    {
      label: "Describe an image",
      miniature: "picture",
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
