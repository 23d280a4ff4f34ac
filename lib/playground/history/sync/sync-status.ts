/** States of the conversations that are also stored on the gateway. Small: the sync itself is loaded on demand. */
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
