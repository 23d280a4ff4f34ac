import type { SoundPlayer } from "./read-aloud.ts";

/** Samples of one scheduled piece, in seconds: shorter ones cost more, longer ones begin later. */
const PIECE_SECONDS = 0.1;
/** Seconds between now and the first sample, so that the browser is not late for it. */
const LEAD_SECONDS = 0.05;
/** Seconds that count as none: a piece's end is reported when the clock is not quite there. */
const END_SECONDS = 0.01;

export type SamplePlayer = SoundPlayer & {
  /** Returns seconds of sound that were pushed and not played. */
  secondsLeft(): number;
};

/** Plays through Web Audio, which needs no file: speech begins with its first samples. */
export function createSamplePlayer(): SamplePlayer {
  let context: AudioContext | undefined;
  /** Time of the context at which the next piece begins. */
  let next = 0;
  let held: Int16Array<ArrayBuffer>[] = [];
  let heldCount = 0;
  let heldRate = 0;
  let isClosed = false;
  const waiting = new Set<() => void>();

  function open(sampleRate?: number): AudioContext {
    // The rate of the speech, so that the edges of its pieces meet without a click.
    if (!context) {
      context = new AudioContext(sampleRate === undefined ? {} : { sampleRate });
      // A browser that is strict about clicks lets it sleep.
      void context.resume();
    }
    return context;
  }

  function schedule(buffer: AudioBuffer): void {
    const { currentTime, destination } = open();
    const source = open().createBufferSource();
    source.buffer = buffer;
    source.connect(destination);
    next = Math.max(next, currentTime + LEAD_SECONDS);
    source.start(next);
    next += buffer.duration;
    source.addEventListener("ended", check);
  }

  function flush(): void {
    if (heldCount === 0) return;
    const buffer = open(heldRate).createBuffer(1, heldCount, heldRate);
    const channel = buffer.getChannelData(0);
    let at = 0;
    for (const samples of held) for (const sample of samples) channel[at++] = sample / 0x8000;
    held = [];
    heldCount = 0;
    schedule(buffer);
  }

  const secondsLeft = () => (context ? Math.max(0, next - context.currentTime) : 0);
  /** Sound on its way to the loudspeaker, which some devices delay, is not heard yet. */
  const secondsUnheard = () => secondsLeft() + (secondsLeft() > 0 ? (context?.outputLatency ?? 0) : 0);

  function check(): void {
    for (const wake of [...waiting]) wake();
  }

  return {
    push(samples, sampleRate) {
      if (isClosed) return;
      if (heldRate !== sampleRate) flush();
      heldRate = sampleRate;
      held.push(samples);
      heldCount += samples.length;
      if (heldCount >= sampleRate * PIECE_SECONDS) flush();
    },
    async pushFile(bytes) {
      flush();
      const buffer = await open().decodeAudioData(bytes);
      if (!isClosed) schedule(buffer);
    },
    waitForLessThan(seconds) {
      flush();
      return new Promise((resolve) => {
        const wake = () => {
          if (!isClosed && secondsLeft() > Math.max(seconds, END_SECONDS)) return;
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
        wake();
      });
    },
    secondsLeft: () => secondsUnheard() + (heldRate > 0 ? heldCount / heldRate : 0),
    setPaused(isPaused) {
      void (isPaused ? context?.suspend() : context?.resume());
    },
    close() {
      isClosed = true;
      void context?.close();
      check();
    },
  };
}
