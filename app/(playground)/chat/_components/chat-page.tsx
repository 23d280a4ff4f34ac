"use client";

import { TextPage } from "#components/text-page/text-page.tsx";
import type { TextPageDefinition } from "#components/text-page/text-page-definition.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { isTextModel } from "#lib/playground/models/models.ts";
import { PRESETS } from "#lib/playground/parameters/presets.ts";

const MINIATURES = { guide: "text", markdown: "table", tools: "tool", schema: "json" } as const;

const CHAT: TextPageDefinition = {
  dialect: OPENAI_CHAT,
  name: "Chat",
  newLabel: "New chat",
  greeting: {
    title: "What would you like to ask?",
    detail: "Messages use the same API that your code calls.",
  },
  demos: PRESETS.map(({ id, label, prompt, settings }) => ({
    label,
    miniature: MINIATURES[id],
    prompts: [prompt],
    settings,
  })),
  offers: isTextModel,
  defaultModel: ({ defaultModel }) => defaultModel,
  placeholder: () => "Ask anything",
};

export function ChatPage() {
  return <TextPage definition={CHAT} />;
}
