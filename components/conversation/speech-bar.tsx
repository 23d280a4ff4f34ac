"use client";

import { Pause, Play, Settings2, Volume2, X } from "lucide-react";
import Link from "next/link";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Reading, type ReadingState, startReading } from "#lib/playground/audio/read-aloud.ts";
import { createSamplePlayer } from "#lib/playground/audio/sample-player.ts";
import { chooseSpeechModel, listSpeechModels, speechSettings } from "#lib/playground/audio/speech-settings.ts";
import { noteBar, openSpeech, readTurnAloud, stopReadingAloud } from "#lib/playground/audio/spoken-turn.ts";
import { toSpokenText } from "#lib/playground/audio/to-spoken-text.ts";
import { getSentence } from "#lib/playground/gateway/failure-advice.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { useStore } from "../use-store.ts";
import { SpeechFields } from "./speech-fields.tsx";

const WORDS: Record<ReadingState["phase"], string> = {
  loading: "Loading speech…",
  playing: "Reading aloud",
  paused: "Paused",
  ended: "Read to the end",
  failed: "Couldn’t read aloud",
};

/**
 * Reads a response aloud as soon as it is shown, and until it is closed.
 * @param number that of the reading
 */
export function SpeechBar({ turnId, text, number }: { turnId: string; text: string; number: number }) {
  const models = useStore(catalogue, (state) => state.listed?.models) ?? [];
  const { model: chosen, voice } = useStore(speechSettings, (state) => state);
  const model = chooseSpeechModel(models, chosen)?.id;
  const spoken = useMemo(() => toSpokenText(text), [text]);
  const [state, setState] = useState<ReadingState>();
  const [isSetting, setSetting] = useState(false);
  const speech = useRef<Reading>(undefined);
  // With the page, not after its next paint: who returns at once finds it silent, too.
  useLayoutEffect(noteBar, []);
  // One speech for each reading: a model or voice that is chosen meanwhile is used from the next one on.
  const open = useEffectEvent((reading: number) =>
    model === undefined || spoken === ""
      ? undefined
      : openSpeech(reading, () => startReading({ text: spoken, model, voice, player: createSamplePlayer() })),
  );
  useEffect(() => {
    const opened = open(number);
    speech.current = opened;
    if (!opened) return;
    const show = () => setState(opened.store.get());
    show();
    return opened.store.subscribe(show);
  }, [number]);

  const readAgain = () => readTurnAloud(turnId);
  const phase = state?.phase ?? "loading";
  const obstacle =
    model === undefined
      ? "No speech model is available to this key any more."
      : spoken === ""
        ? "This response has no words to read aloud, only code."
        : undefined;
  const isOver = obstacle !== undefined || phase === "ended" || phase === "failed";
  return (
    <section aria-label="Read aloud" className="flex flex-col gap-3 rounded-2xl border bg-card px-3 py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
        <Volume2 aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span role="status">{obstacle ? "" : WORDS[phase]}</span>
        {state && state.pieces > 1 && !isOver && (
          <span className="text-numeric text-muted-foreground">
            part {state.piece} of {state.pieces}
          </span>
        )}
        {model && (
          <span className="text-numeric min-w-0 truncate text-muted-foreground">
            {model.slice(model.indexOf("/") + 1)} · {voice}
          </span>
        )}
        {state?.requestId && (
          <Link
            href={`/requests?id=${encodeURIComponent(state.requestId)}`}
            prefetch={false}
            className="text-muted-foreground underline underline-offset-2 hover:text-foreground"
          >
            Request
          </Link>
        )}
        <span className="ml-auto flex items-center">
          {!obstacle && isOver && (
            <Button size="small" variant="ghost" onClick={readAgain}>
              <Play aria-hidden /> {phase === "failed" ? "Retry" : "Read again"}
            </Button>
          )}
          {!isOver && (
            <IconButton
              size="small"
              label={phase === "paused" ? "Resume" : "Pause"}
              disabled={phase === "loading"}
              onClick={() => speech.current?.setPaused(phase !== "paused")}
            >
              {phase === "paused" ? <Play /> : <Pause />}
            </IconButton>
          )}
          <IconButton
            size="small"
            label="Speech settings"
            aria-expanded={isSetting}
            onClick={() => setSetting((open) => !open)}
          >
            <Settings2 />
          </IconButton>
          <IconButton size="small" label={isOver ? "Close speech" : "Stop reading"} onClick={stopReadingAloud}>
            <X />
          </IconButton>
        </span>
      </div>
      {(obstacle || state?.failure) && (
        <p role="alert" className="text-[13px] text-destructive">
          {obstacle ?? (state?.failure && getSentence(state.failure))}
        </p>
      )}
      {isSetting && model && (
        <SpeechFields models={listSpeechModels(models)} model={model} voice={voice} onApply={readAgain} />
      )}
    </section>
  );
}
