"use client";

import { Mic, Square } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { openMicrophone } from "#lib/playground/audio/open-microphone.ts";
import {
  LONGEST_RECORDING,
  type Recorder,
  type RecordingState,
  startRecording,
} from "#lib/playground/audio/recorder.ts";
import { LevelMeter } from "../audio-player/level-meter.tsx";
import { Button } from "../ui/button.tsx";

/** Seconds before the limit from which the rest is shown. */
const NEARLY_OVER = 30;

const ENDINGS = {
  stopped: undefined,
  limit: `A recording has at most ${LONGEST_RECORDING / 60} minutes; it was stopped there.`,
  unplugged: "The microphone was disconnected. What was recorded before is attached.",
};

/** A recording under way above the message field: it begins when the bar is shown, and its file is handed over once. */
export function RecordingBar({ onEnd }: { onEnd: (result: { file?: File; problem?: string }) => void }) {
  const recorder = useRef<Recorder>(undefined);
  const stop = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<RecordingState>({ phase: "asking" });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const begun = startRecording({ open: openMicrophone });
    recorder.current = begun;
    cancel.current?.focus();
    const leave = begun.store.subscribe(() => {
      const { current } = begun.store.get();
      setState(current);
      if (current.phase === "failed") end({ problem: current.problem });
      else if (current.phase === "canceled") end({});
      else if (current.phase === "done") {
        end({
          file: new File([current.file], nameRecording(new Date()), { type: current.file.type }),
          problem: ENDINGS[current.end],
        });
      }
    });
    return () => {
      leave();
      begun.cancel();
    };
  }, []);
  const isRecording = state.phase === "recording";
  useEffect(() => {
    if (isRecording) stop.current?.focus();
  }, [isRecording]);
  const seconds = isRecording ? state.seconds : 0;
  const left = LONGEST_RECORDING - seconds;
  return (
    <fieldset
      aria-label="Recording"
      className="mx-3.5 mt-3.5 flex min-w-0 flex-wrap items-center gap-2 rounded-2xl border px-3 py-2"
    >
      <Mic aria-hidden className={isRecording ? "size-4 text-destructive" : "size-4 text-muted-foreground"} />
      {isRecording ? (
        <>
          <span className="text-numeric text-[13px]" role="timer">
            {formatSeconds(seconds)}
          </span>
          <LevelMeter level={state.level} />
          {left <= NEARLY_OVER && (
            <span role="status" className="text-[13px] text-warning">
              Stops in {Math.ceil(left)} s
            </span>
          )}
        </>
      ) : (
        <span role="status" className="min-w-0 flex-1 text-[13px] text-muted-foreground">
          Waiting for the microphone. The browser may ask for permission.
        </span>
      )}
      <Button ref={cancel} size="small" variant="ghost" onClick={() => recorder.current?.cancel()}>
        Cancel
      </Button>
      {isRecording && (
        <Button ref={stop} size="small" variant="primary" onClick={() => recorder.current?.stop()}>
          <Square aria-hidden fill="currentColor" /> Stop
        </Button>
      )}
    </fieldset>
  );
}

/** Returns `1:05`. */
function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Returns a name that files of one conversation do not share. */
function nameRecording(at: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `recording-${[at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join("-")}.wav`;
}
