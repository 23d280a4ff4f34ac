/** State machine of one recording: asks for the microphone, records, and ends with a WAV file or with a reason. */
import { createStore, type Store } from "../shell/create-store.ts";
import { MicrophoneProblem } from "./microphone-problem.ts";
import { createResampler } from "./resampler.ts";
import { toWaveFile } from "./wave-file.ts";

/** Samples per second of a recording: what speech models work with, so that more would only be larger. */
const SAMPLE_RATE = 16_000;
/** Longest recording, in seconds: 9.6 MB, under half of what one attachment may have. */
export const LONGEST_RECORDING = 300;

/** An open microphone. */
export type Microphone = {
  /** Samples per second that it gives. */
  sampleRate: number;
  /** Turns it off. Calls after the first do nothing. */
  close(): void;
};

/** @throws MicrophoneProblem when there is no microphone or it may not be used */
export type OpenMicrophone = (listeners: {
  onSamples: (samples: Float32Array) => void;
  /** It was unplugged, or its permission was taken back. */
  onEnd: () => void;
}) => Promise<Microphone>;

export type RecordingState =
  | { phase: "asking" }
  | {
      phase: "recording";
      seconds: number;
      /** Loudness of the last moment, 0 to 1. */
      level: number;
    }
  | { phase: "done"; file: Blob; seconds: number; end: "stopped" | "limit" | "unplugged" }
  | { phase: "canceled" }
  | { phase: "failed"; problem: string };

export type Recorder = {
  store: Store<{ current: RecordingState }>;
  /** Ends the recording with its file. */
  stop(): void;
  /** Discards the recording; also while the browser still asks for permission. */
  cancel(): void;
};

/** Asks for the microphone at once. */
export function startRecording({
  open,
  longest = LONGEST_RECORDING,
}: {
  open: OpenMicrophone;
  /** Seconds. */
  longest?: number;
}): Recorder {
  const store = createStore<{ current: RecordingState }>({ current: { phase: "asking" } });
  const pieces: Int16Array<ArrayBuffer>[] = [];
  /** Pieces that came before `open` returned the rate. */
  let early: Float32Array[] = [];
  let microphone: Microphone | undefined;
  let resampler: ReturnType<typeof createResampler> | undefined;
  let count = 0;
  const most = longest * SAMPLE_RATE;
  const isOver = () => !["asking", "recording"].includes(store.get().current.phase);

  function keep(samples: Int16Array<ArrayBuffer>): void {
    const kept = samples.subarray(0, most - count);
    pieces.push(kept);
    count += kept.length;
  }

  function onSamples(samples: Float32Array): void {
    if (isOver()) return;
    if (!resampler) {
      early.push(samples);
      return;
    }
    keep(resampler.push(samples));
    if (count >= most) finish("limit");
    else store.set({ current: { phase: "recording", seconds: count / SAMPLE_RATE, level: measureLevel(samples) } });
  }

  function finish(end: "stopped" | "limit" | "unplugged"): void {
    if (store.get().current.phase !== "recording") return;
    microphone?.close();
    if (!resampler || count === 0) {
      store.set({ current: { phase: "failed", problem: "Nothing was recorded: the microphone sent no sound." } });
      return;
    }
    keep(resampler.end());
    const file = toWaveFile(pieces, { sampleRate: SAMPLE_RATE, channels: 1 });
    store.set({ current: { phase: "done", file, seconds: count / SAMPLE_RATE, end } });
  }

  open({ onSamples, onEnd: () => finish("unplugged") }).then(
    (opened) => {
      if (isOver()) return opened.close();
      microphone = opened;
      resampler = createResampler({ from: opened.sampleRate, to: SAMPLE_RATE });
      store.set({ current: { phase: "recording", seconds: 0, level: 0 } });
      for (const samples of early) onSamples(samples);
      early = [];
    },
    (error) => {
      if (isOver()) return;
      const problem = error instanceof MicrophoneProblem ? error.message : "The microphone couldn’t be opened.";
      store.set({ current: { phase: "failed", problem } });
    },
  );

  return {
    store,
    stop: () => finish("stopped"),
    cancel() {
      if (isOver()) return;
      store.set({ current: { phase: "canceled" } });
      microphone?.close();
    },
  };
}

/** Returns the loudness of samples from 0 to 1 by a scale of decibels, as ears hear it: 0 is 50 dB under the loudest. */
export function measureLevel(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const power = samples.length === 0 ? 0 : sum / samples.length;
  return power === 0 ? 0 : Math.max(0, Math.min(1, 1 + (10 * Math.log10(power)) / 50));
}
