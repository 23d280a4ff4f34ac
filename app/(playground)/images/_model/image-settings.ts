/** Converts the fields of the images page to and from the shared settings format: the prompt is the system text. */
import type { ChatSettings } from "#lib/playground/chat/chat-settings.ts";
import type { MediaRules } from "#lib/playground/parameters/settings-rules.ts";
import type { ImageDraft } from "./image-draft.ts";
import { listImageParameters } from "./image-parameters.ts";

/** Parameters of all models. Those that the chosen model does not accept stay in the panel with the reason. */
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

/** @param current values for everything that the settings do not name */
export function fromImageSettings({ model, system, parameters }: ChatSettings, current: Shared): Shared {
  return { model: model ?? current.model, prompt: system, values: parameters };
}
