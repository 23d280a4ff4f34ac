/**
 * Watches the versions of what is stored and cached: keys, sessions, providers and prompts. Triggers count them, so that a change
 * by a command counts too. A message of another instance makes it look at once; without one it looks every second.
 */
import type { Bus } from "./bus.ts";

export type StoredKind = "keys" | "sessions" | "providers" | "prompts";
export type Versions = Readonly<Partial<Record<StoredKind, number>>>;

export type ChangeWatch = {
  /** Tells the other instances that this one has changed something, once it is stored. */
  announce(): void;
  /** Looks now, and resolves when the listeners have done their work. */
  check(): Promise<void>;
  close(): Promise<void>;
};

const INTERVAL_MS = 1_000;

/** @param listeners called when what they name may have changed; also by a change of this instance */
export async function watchChanges({
  read,
  bus,
  listeners,
  intervalMs = INTERVAL_MS,
  log,
}: {
  read: () => Promise<Versions>;
  bus: Bus;
  listeners: Readonly<Record<StoredKind, () => void | Promise<void>>>;
  intervalMs?: number;
  log: (line: string) => void;
}): Promise<ChangeWatch> {
  let known = await read();
  let running: Promise<void> | undefined;
  /** True when a change may have been stored after the running look has read. */
  let isDue = false;

  async function look(): Promise<void> {
    do {
      isDue = false;
      // A store that is gone is logged elsewhere; the next look follows.
      const found = await read().catch(() => undefined);
      if (!found) continue;
      const changed = (Object.keys(listeners) as StoredKind[]).filter((kind) => found[kind] !== known[kind]);
      known = found;
      for (const kind of changed) {
        try {
          await listeners[kind]();
        } catch (error) {
          log(`A change of ${kind} could not be put into effect: ${String(error)}`);
        }
      }
    } while (isDue);
  }

  function check(): Promise<void> {
    isDue = true;
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  }

  const timer = setInterval(() => void check(), intervalMs).unref();
  bus.handle("changed", () => void check());
  bus.whenOpen(() => void check());
  return {
    announce: () => bus.publish("changed", {}),
    check,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
