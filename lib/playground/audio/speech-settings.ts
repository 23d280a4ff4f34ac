/** Model and voice that read responses aloud, remembered in this browser. */
import type { Model } from "../models/models.ts";
import { createSavedStore } from "../shell/create-saved-store.ts";

export type SpeechSettings = {
  /** Undefined until one is chosen. */
  model?: string | undefined;
  voice: string;
};

/** Voices of OpenAI's API; the gateway has similar ones of Google's for them. Other servers have names of their own. */
export const VOICES = [
  ...["alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage", "shimmer", "verse"],
] as const;

export const speechSettings = createSavedStore<SpeechSettings>("parlance.speech", ({ model, voice }) => ({
  ...(typeof model === "string" ? { model } : {}),
  voice: typeof voice === "string" && voice !== "" ? voice : VOICES[0],
}));

/**
 * Returns the models that speak: those that report it, and, where a server reports nothing, those with "tts" in their
 * name.
 */
export function listSpeechModels(models: readonly Model[]): Model[] {
  return models.filter(
    ({ id, capabilities }) => capabilities?.speech ?? (!capabilities && /(^|[^a-z])tts([^a-z]|$)/i.test(id)),
  );
}

/** Returns the chosen model if there still is one, else the first of a provider, else the sandbox's. */
export function chooseSpeechModel(models: readonly Model[], chosen: string | undefined): Model | undefined {
  const speaking = listSpeechModels(models);
  return (
    speaking.find(({ id }) => id === chosen) ?? speaking.find(({ upstream }) => upstream !== "sandbox") ?? speaking[0]
  );
}
