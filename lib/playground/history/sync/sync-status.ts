/** States of the conversations and presets that are also stored on the gateway. Small: the sync itself is loaded on demand. */
import type { PresetPage } from "#lib/playground/parameters/preset-store.ts";
import { createStore } from "#lib/playground/shell/create-store.ts";
import type { TextPage } from "../history.ts";

/** `failed`: the gateway refuses this one, for example over the quota. `device`: it stays in this browser. */
export type SyncState = "saved" | "waiting" | "failed" | "device";

export type SyncStatus = {
  /** State by conversation; one that is absent has not been looked at yet. */
  states: Readonly<Record<string, SyncState>>;
  /** False while the gateway cannot be reached. */
  isOnline: boolean;
  /** Why the gateway refused the last conversation that failed. */
  problem?: string | undefined;
};

export type ActiveSync = SyncStatus & {
  /** Takes what has changed on the gateway, and writes what has changed here. */
  sync(): Promise<void>;
  setDeviceOnly(id: string, isDeviceOnly: boolean): Promise<void>;
};

/** By page; absent where conversations stay in the browser. */
export const activeSyncs = createStore<Partial<Record<TextPage, ActiveSync>>>({});

/** By page; absent where presets stay in the browser. */
export const activePresetSyncs = createStore<Partial<Record<PresetPage, Omit<ActiveSync, "setDeviceOnly">>>>({});

export function describeSync({ states, isOnline }: SyncStatus): string {
  const all = Object.values(states);
  const waiting = all.filter((state) => state === "waiting").length;
  if (!isOnline) return waiting === 0 ? "The gateway can’t be reached" : `${waiting} waiting for the network`;
  if (waiting > 0) return "Saving on the gateway…";
  const others = all.filter((state) => state !== "saved").length;
  return others === 0 ? "Saved on the gateway" : `Saved on the gateway, ${others} on this device only`;
}
