/** Model and voice that read responses aloud, remembered in this browser. */
import type { Model } from "../models/models.ts";
import { createStore } from "../shell/create-store.ts";

const KEY = "parlance.speech";

export type SpeechSettings = {
  /** Undefined until one is chosen. */
  model?: string | undefined;
  voice: string;
};

/** Voices of OpenAI's API; the gateway has similar ones of Google's for them. Other servers have names of their own. */
export const VOICES = [
  ...["alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage", "shimmer", "verse"],
] as const;

export const speechSettings = createStore<SpeechSettings>(readSettings());

export function changeSpeechSettings(settings: SpeechSettings): void {
  speechSettings.set(settings);
  try {
    localStorage.setItem(KEY, JSON.stringify(speechSettings.get()));
  } catch {
    // Storage is forbidden: the choice lasts as long as the page is open.
  }
}

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

function readSettings(): SpeechSettings {
  const usual: SpeechSettings = { voice: VOICES[0] };
  // On the server, even asking for localStorage prints a warning.
  if (typeof window === "undefined") return usual;
  try {
    const { model, voice } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    return {
      ...(typeof model === "string" ? { model } : {}),
      voice: typeof voice === "string" && voice !== "" ? voice : usual.voice,
    };
  } catch {
    return usual;
  }
}
