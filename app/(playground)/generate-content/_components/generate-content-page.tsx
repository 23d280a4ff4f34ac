"use client";

import { TextPage } from "#components/text-page/text-page.tsx";
import type { TextPageDefinition } from "#components/text-page/text-page-definition.ts";
import { latestPicture } from "#lib/playground/conversation/transcript.ts";
import { GENERATE_CONTENT } from "#lib/playground/dialects/generate-content/dialect.ts";
import { isImageModel, isTextModel } from "#lib/playground/models/models.ts";
import { DEMOS, findPainter } from "./demos.ts";

const DEFINITION: TextPageDefinition = {
  dialect: GENERATE_CONTENT,
  name: "Generate content",
  newLabel: "New conversation",
  greeting: {
    title: "Try the Gemini API",
    detail: "Google’s generateContent. Images stay in the chat, so you can ask for changes.",
  },
  demos: DEMOS,
  offers: (model) => isTextModel(model) || isImageModel(model),
  defaultModel: (catalogue) => findPainter(catalogue) ?? catalogue.defaultModel,
  placeholder: (path) => (latestPicture(path) ? "Describe a change" : "Ask anything, or describe an image"),
};

export function GenerateContentPage() {
  return <TextPage definition={DEFINITION} />;
}
