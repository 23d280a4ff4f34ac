"use client";

import { AudioLines } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { VOICES } from "#lib/playground/audio/speech-settings.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import {
  listRealtimeModels,
  type TalkSettings,
  TRANSCRIPTION_MODELS,
  talkSettings,
} from "#lib/playground/talk/talk-settings.ts";
import { Button } from "../ui/button.tsx";
import { SuggestField } from "../ui/suggest-field.tsx";
import { TEXT_AREA } from "../ui/text-field.tsx";
import { useStore } from "../use-store.ts";

/** Settings of a session that is to begin. */
export function TalkForm({ onStart }: { onStart: (settings: TalkSettings) => void }) {
  const models = listRealtimeModels(useStore(catalogue, (state) => state.listed?.models) ?? []);
  const [draft, setDraft] = useState(() => {
    const saved = talkSettings.get();
    return { ...saved, model: saved.model || (models[0]?.id ?? "") };
  });
  const instructions = useId();
  const change = (name: keyof TalkSettings) => (value: string) => setDraft({ ...draft, [name]: value });
  const isComplete = draft.model.trim() !== "" && draft.voice.trim() !== "";
  return (
    <form
      aria-label="Session"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) onStart({ ...draft, model: draft.model.trim() });
      }}
    >
      <p className="text-[13px] text-muted-foreground">
        Speak with a realtime model. It hears your microphone until you end the session.{" "}
        <Link href="/docs/realtime" prefetch={false} className="text-accent underline underline-offset-2">
          Learn more
        </Link>
      </p>
      <div className="flex flex-col">
        <SuggestField
          label="Model"
          value={draft.model}
          suggestions={models.map(({ id }) => id)}
          placeholder="openai/gpt-realtime"
          maxLength={200}
          onChange={change("model")}
        />
        {models.length === 0 && (
          <p className="pt-1 text-muted-foreground text-xs">
            No model has “realtime” in its name. Type one that speaks OpenAI’s Realtime API.
          </p>
        )}
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <SuggestField
          label="Voice"
          value={draft.voice}
          suggestions={VOICES}
          maxLength={200}
          onChange={change("voice")}
        />
        <SuggestField
          label="Transcription model"
          value={draft.transcription}
          suggestions={TRANSCRIPTION_MODELS}
          placeholder="None: your words are not shown"
          maxLength={200}
          onChange={change("transcription")}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={instructions} className="font-medium text-[13px]">
          Instructions
        </label>
        <textarea
          id={instructions}
          rows={3}
          value={draft.instructions}
          placeholder="Optional. “Speak slowly, in simple English.”"
          onChange={(event) => change("instructions")(event.target.value)}
          className={TEXT_AREA}
        />
      </div>
      <Button type="submit" variant="primary" className="self-start" disabled={!isComplete}>
        <AudioLines aria-hidden /> Start
      </Button>
    </form>
  );
}
