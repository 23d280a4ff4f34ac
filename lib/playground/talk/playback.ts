/** Playback of a session's responses: sound while it arrives, and what of it was heard when it is interrupted. */
import type { SoundPlayer } from "../audio/read-aloud.ts";
import { createSampleReader } from "../audio/sample-reader.ts";

/** Samples per second of the API's sound, both ways. */
export const SAMPLE_RATE = 24_000;

export type LivePlayer = Pick<SoundPlayer, "push" | "waitForLessThan" | "close"> & {
  /** Seconds of sound that were pushed and not played. */
  secondsLeft(): number;
};

/** Sound of one content part of an item. */
type Sound = {
  itemId: string;
  contentIndex: number;
  seconds: number;
  read: (bytes: Uint8Array) => Int16Array<ArrayBuffer>;
};

/** Part that was not heard to its end. */
export type CutSound = Pick<Sound, "itemId" | "contentIndex"> & {
  /** Milliseconds that were heard. */
  heardMs: number;
};

export type Playback = {
  push(place: Pick<Sound, "itemId" | "contentIndex">, bytes: Uint8Array): void;
  /** Plays what waits for more: nothing follows for now. */
  flush(): void;
  /** Stops at once. @returns the parts that were not heard to their ends, in their order */
  interrupt(): CutSound[];
  close(): void;
};

export function createPlayback({
  createPlayer,
  onChange,
}: {
  createPlayer: () => LivePlayer;
  /** Called when it begins to sound, and when it is silent again. */
  onChange: (isPlaying: boolean) => void;
}): Playback {
  let player: LivePlayer | undefined;
  /** Since it was last silent. */
  let sounds: Sound[] = [];
  /** Items that were interrupted: more of their sound may be on its way. */
  const ignored = new Set<string>();
  let isPlaying = false;
  let pushes = 0;

  function show(plays: boolean): void {
    if (isPlaying === plays) return;
    isPlaying = plays;
    onChange(plays);
  }

  function stop(): void {
    player?.close();
    player = undefined;
    sounds = [];
    show(false);
  }

  return {
    push({ itemId, contentIndex }, bytes) {
      if (ignored.has(itemId)) return;
      let sound = sounds.find((other) => other.itemId === itemId && other.contentIndex === contentIndex);
      if (!sound) {
        sound = { itemId, contentIndex, seconds: 0, read: createSampleReader() };
        sounds.push(sound);
      }
      const samples = sound.read(bytes);
      if (samples.length === 0) return;
      sound.seconds += samples.length / SAMPLE_RATE;
      pushes += 1;
      player ??= createPlayer();
      player.push(samples, SAMPLE_RATE);
      show(true);
    },
    flush() {
      const playing = player;
      if (!playing) return;
      const pushed = pushes;
      void playing.waitForLessThan(0).then(() => {
        if (player !== playing || pushed !== pushes) return;
        sounds = [];
        show(false);
      });
    },
    interrupt() {
      let unheard = player?.secondsLeft() ?? 0;
      const cut: CutSound[] = [];
      for (const { itemId, contentIndex, seconds } of sounds.toReversed()) {
        if (unheard <= 0) break;
        const heard = Math.max(0, seconds - unheard);
        unheard -= seconds;
        ignored.add(itemId);
        cut.unshift({ itemId, contentIndex, heardMs: Math.floor(heard * 1000) });
      }
      stop();
      return cut;
    },
    close: stop,
  };
}
