/** The replay in progress, if there is one; the message on screen and the inspector subscribe to it. */
import type { LiveRun } from "../chat/chat-run.ts";
import { createStore } from "../shell/create-store.ts";
import type { LiveTrace } from "./trace.ts";

export type ReplaySpeed = 1 | 4;

export type ReplayClock = {
  /** Duration of the run, in milliseconds. */
  length: number;
  /** Returns the position in the run, in milliseconds since its request. */
  position(): number;
};

export type Replay = LiveRun &
  ReplayClock & {
    trace: LiveTrace;
    stop(): void;
    turnId: string;
    setSpeed(speed: ReplaySpeed): void;
    /** Settles at the end, or when it is stopped. */
    ended: Promise<void>;
  };

export const replays = createStore<{ replay?: Replay; speed: ReplaySpeed }>({ speed: 1 });

/** @returns the replay of this response */
export const selectReplay = (turnId: string | undefined) => (state: { replay?: Replay }) =>
  state.replay !== undefined && state.replay.turnId === turnId ? state.replay : undefined;

/** Replaces the current replay until this one ends. */
export function showReplay(replay: Replay): void {
  replays.get().replay?.stop();
  replay.setSpeed(replays.get().speed);
  replays.set({ replay });
  void replay.ended.then(() => {
    if (replays.get().replay === replay) replays.set({ replay: undefined });
  });
}

export function setReplaySpeed(speed: ReplaySpeed): void {
  replays.set({ speed });
  replays.get().replay?.setSpeed(speed);
}
