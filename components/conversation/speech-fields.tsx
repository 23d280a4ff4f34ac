"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { speechSettings, VOICES } from "#lib/playground/audio/speech-settings.ts";
import type { Model } from "#lib/playground/models/models.ts";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { SuggestField } from "../ui/suggest-field.tsx";
import { READER_SCROLLS } from "./use-conversation-scroll.ts";

/** Model and voice of what is read aloud. They are remembered in this browser. */
export function SpeechFields({
  models,
  model,
  voice,
  onApply,
}: {
  models: readonly Model[];
  model: string;
  voice: string;
  /** Reads again, with what was chosen. */
  onApply: () => void;
}) {
  const [draft, setDraft] = useState({ model, voice });
  const form = useRef<HTMLFormElement>(null);
  // Below a long response, it opens beyond the end of the view.
  useLayoutEffect(() => {
    form.current?.dispatchEvent(new Event(READER_SCROLLS, { bubbles: true }));
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <form
      aria-label="Speech settings"
      ref={form}
      className="flex scroll-mb-14 flex-wrap items-end gap-3 pb-1"
      onSubmit={(event) => {
        event.preventDefault();
        speechSettings.save({ ...draft, voice: draft.voice.trim() });
        onApply();
      }}
    >
      <Select
        label="Speech model"
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.model}
        className="max-w-64"
        onChange={(chosen) => setDraft({ ...draft, model: chosen })}
      />
      <SuggestField
        label="Voice"
        value={draft.voice}
        suggestions={VOICES}
        maxLength={200}
        onChange={(named) => setDraft({ ...draft, voice: named })}
      />
      <Button type="submit" variant="primary" disabled={draft.voice.trim() === ""}>
        Read with this voice
      </Button>
    </form>
  );
}
