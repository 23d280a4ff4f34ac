/** Model, voice and instructions of sessions, remembered in this browser. */
import type { Model } from "../models/models.ts";
import { createSavedStore } from "../shell/create-saved-store.ts";

export type TalkSettings = {
  /** As typed or chosen; "" until one is. */
  model: string;
  voice: string;
  instructions: string;
  /** Model of the provider that writes down what the user says; "" for none. */
  transcription: string;
};

/** Transcription models of OpenAI's Realtime API. */
export const TRANSCRIPTION_MODELS = ["gpt-4o-mini-transcribe", "gpt-4o-transcribe", "whisper-1"] as const;

const USUAL: TalkSettings = { model: "", voice: "marin", instructions: "", transcription: TRANSCRIPTION_MODELS[0] };

export const talkSettings = createSavedStore<TalkSettings>("parlance.talk", (saved) => {
  const read = (name: keyof TalkSettings) => (typeof saved[name] === "string" ? saved[name] : USUAL[name]);
  return {
    model: read("model"),
    voice: read("voice") || USUAL.voice,
    instructions: read("instructions"),
    transcription: read("transcription"),
  };
});

/** Returns the models for speech in both directions, by their names: no provider reports them otherwise. */
export function listRealtimeModels(models: readonly Model[]): Model[] {
  return models.filter(({ id, aliasOf = "" }) => /realtime/i.test(id) || /realtime/i.test(aliasOf));
}
