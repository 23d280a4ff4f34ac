/** Microphone of a session: sound while it is on, silence while it is muted, and how loud it is. */
import { MicrophoneProblem } from "../audio/microphone-problem.ts";
import { type Microphone, measureLevel, type OpenMicrophone } from "../audio/recorder.ts";
import { createResampler } from "../audio/resampler.ts";
import { createStore, type Store } from "../shell/create-store.ts";
import { SAMPLE_RATE } from "./playback.ts";

export type MicrophoneState = {
  phase: "off" | "asking" | "on" | "muted";
  /** Reason that it is off. */
  problem?: string | undefined;
};

export type LiveMicrophone = {
  store: Store<MicrophoneState>;
  /** Loudness of the last moment, 0 to 1. */
  level: Store<{ value: number }>;
  /** Opens it; does nothing while it is open. */
  open(): void;
  setMuted(isMuted: boolean): void;
  close(): void;
};

export function createLiveMicrophone({
  open,
  onSamples,
}: {
  open: OpenMicrophone;
  onSamples: (samples: Int16Array<ArrayBuffer>) => void;
}): LiveMicrophone {
  const store = createStore<MicrophoneState>({ phase: "off" });
  const level = createStore({ value: 0 });
  let microphone: Microphone | undefined;
  let resampler: ReturnType<typeof createResampler> | undefined;
  let isClosed = false;

  function receive(samples: Float32Array): void {
    if (isClosed || !resampler) return;
    const isMuted = store.get().phase === "muted";
    level.set({ value: isMuted ? 0 : measureLevel(samples) });
    // The server measures pauses by what it hears: without silence, words before the mute would wait for ever.
    const heard = resampler.push(isMuted ? new Float32Array(samples.length) : samples);
    if (heard.length > 0) onSamples(heard);
  }

  function turnOff(problem?: string): void {
    microphone?.close();
    microphone = undefined;
    resampler = undefined;
    level.set({ value: 0 });
    store.set({ phase: "off", problem });
  }

  return {
    store,
    level,
    open() {
      if (isClosed || store.get().phase !== "off") return;
      store.set({ phase: "asking", problem: undefined });
      open({ onSamples: receive, onEnd: () => turnOff("The microphone was disconnected.") }).then(
        (opened) => {
          if (isClosed) return opened.close();
          microphone = opened;
          resampler = createResampler({ from: opened.sampleRate, to: SAMPLE_RATE });
          store.set({ phase: "on" });
        },
        (error: unknown) => {
          if (isClosed) return;
          turnOff(error instanceof MicrophoneProblem ? error.message : "The microphone couldn’t be opened.");
        },
      );
    },
    setMuted(isMuted) {
      const { phase } = store.get();
      if (phase === "on" || phase === "muted") store.set({ phase: isMuted ? "muted" : "on" });
    },
    close() {
      isClosed = true;
      turnOff();
    },
  };
}
