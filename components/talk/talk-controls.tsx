"use client";

import { Mic, MicOff, PhoneOff } from "lucide-react";
import { useEffect, useRef } from "react";
import type { MicrophoneState } from "#lib/playground/talk/live-microphone.ts";
import type { Talk, TalkState } from "#lib/playground/talk/talk-session.ts";
import { LevelMeter } from "../audio-player/level-meter.tsx";
import { Button } from "../ui/button.tsx";
import { useStore } from "../use-store.ts";

/** Status of a session, its microphone, and the button that ends it. */
export function TalkControls({ talk }: { talk: Talk }) {
  const state = useStore(talk.store, (current) => current);
  const microphone = useStore(talk.microphone.store, (current) => current);
  const isOver = state.phase === "ended";
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => end.current?.focus(), []);
  const isOn = microphone.phase === "on" || microphone.phase === "muted";
  return (
    <>
      <section aria-label="Controls" className="flex min-h-9 flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 text-[13px]">
          {describe(state, microphone)}
        </p>
        {isOn && !isOver ? <Level talk={talk} /> : <span className="flex-1" />}
        {!isOver && (
          <>
            {isOn ? (
              <Button
                aria-pressed={microphone.phase === "muted"}
                onClick={() => talk.microphone.setMuted(microphone.phase === "on")}
              >
                {microphone.phase === "muted" ? <MicOff aria-hidden /> : <Mic aria-hidden />} Mute
              </Button>
            ) : (
              <Button disabled={microphone.phase === "asking"} onClick={talk.microphone.open}>
                <Mic aria-hidden /> Use microphone
              </Button>
            )}
            <Button ref={end} variant="destructive" onClick={talk.end}>
              <PhoneOff aria-hidden /> End
            </Button>
          </>
        )}
      </section>
      {microphone.problem && !isOver && (
        <p role="alert" className="text-[13px] text-destructive">
          {microphone.problem} You can type until then.
        </p>
      )}
    </>
  );
}

function Level({ talk }: { talk: Talk }) {
  return <LevelMeter level={useStore(talk.microphone.level, ({ value }) => value)} />;
}

function describe({ phase, isPlaying, conversation }: TalkState, microphone: MicrophoneState): string {
  if (phase === "ended") return "Ended";
  if (phase === "connecting") return "Connecting…";
  if (conversation.isUserSpeaking) return "Hearing you…";
  if (isPlaying) return "Speaking";
  if (conversation.isResponding) return "Thinking…";
  switch (microphone.phase) {
    case "asking":
      return "Waiting for the microphone…";
    case "muted":
      return "Muted";
    case "off":
      return "Ready for text";
    case "on":
      return "Listening";
    default:
      return microphone.phase satisfies never;
  }
}
