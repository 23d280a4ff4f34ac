/** The fields of the images page in the terms in which settings are shared and saved: the prompt is their text. */
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { MediaRules } from "#lib/playground/parameters/settings-rules.ts";
import type { ImageDraft } from "./image-draft.ts";
import { listImageParameters } from "./image-parameters.ts";

/** Of all models: what the chosen one does not take stays in the panel and says why. */
export const IMAGE_SETTINGS: MediaRules = {
  page: "images",
  systemLabel: "Prompt",
  parameters: listImageParameters({ model: "", operation: "generate" }).map(({ definition }) => definition),
  findProblems: () => ({}),
};

type Shared = Pick<ImageDraft, "model" | "prompt" | "values">;

export function toImageSettings({ model, prompt, values }: Shared): ChatSettings {
  return { model, system: prompt, parameters: values, toolsText: "" };
}

/** @param current what stays where the settings name none */
export function fromImageSettings({ model, system, parameters }: ChatSettings, current: Shared): Shared {
  return { model: model ?? current.model, prompt: system, values: parameters };
}
