/**
 * Frees space in a full browser by dropping the traces of the conversations unused for longest. Their messages and
 * files stay.
 */
import { addToast } from "../shell/toasts.ts";

/** Traces of all conversations in the database. */
export type StoredTraces = {
  /** Conversations with traces and the traces' size in characters; the one unused for longest first. */
  sizes(): AsyncIterable<{ sessionId: string; size: number }>;
  drop(sessionId: string): Promise<void>;
};

type Estimate = () => Promise<{ quota?: number; usage?: number }>;

/** Limit on dropped traces, as a multiple of the space needed: browsers store more than the characters of a record. */
const SLACK = 2;

/**
 * Returns a function that writes and, when the browser is full, drops old traces and tries again. It drops nothing when
 * all traces together are smaller than the space needed, and at most twice that space.
 */
export function createRoom({ sizes, drop }: StoredTraces, estimate: Estimate = estimateStorage) {
  /** True after the user was told that storage is full, until a write succeeds. */
  let announcedFull = false;

  /**
   * Returns the number of bytes to free. Ignores the browser's estimate when it contradicts the refused write by
   * reporting enough free space.
   */
  async function missing(size: number): Promise<number> {
    const { quota, usage } = await estimate().catch(() => ({ quota: undefined, usage: undefined }));
    const free = Math.max(0, (quota ?? 0) - (usage ?? 0));
    return free < size ? size - free : size;
  }

  /** Returns the conversations whose traces make room, in order; none when they would not be enough. */
  async function plan(needed: number): Promise<{ sessionId: string; size: number }[]> {
    const planned: { sessionId: string; size: number }[] = [];
    let total = 0;
    for await (const entry of sizes()) {
      planned.push(entry);
      total += entry.size;
      if (total >= needed * SLACK) break;
    }
    return total >= needed ? planned : [];
  }

  async function tryAgain(needed: number, write: () => Promise<unknown>): Promise<void> {
    let freed = 0;
    let conversations = 0;
    for (const { sessionId, size } of await plan(needed)) {
      await drop(sessionId);
      freed += size;
      conversations += 1;
      if (freed < needed || !(await fits(write))) continue;
      announceFreed(conversations);
      return;
    }
    throw tellFull();
  }

  function tellFull(): Error {
    if (!announcedFull) {
      addToast({
        title: "This browser’s storage is full",
        detail: "New messages won’t be saved. Export this chat or delete old ones.",
        kind: "error",
      });
    }
    announcedFull = true;
    return new Error("This browser’s storage is full. Delete old chats to attach files.");
  }

  /**
   * @param size of the write in bytes; called only when the browser is full
   * @throws Error, with a message for the screen, when there is no space
   */
  return async function withRoom(size: () => number, write: () => Promise<unknown>): Promise<void> {
    if (!(await fits(write))) await tryAgain(await missing(size()), write);
    announcedFull = false;
  };
}

/** Writes. Returns false when the storage is full; rejects on any other error. */
async function fits(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "QuotaExceededError") return false;
    throw error;
  }
}

function announceFreed(conversations: number): void {
  const whose = conversations === 1 ? "an old conversation" : `${conversations} old conversations`;
  addToast({
    title: "This browser’s storage is full",
    detail: `The traces of ${whose} were removed. Messages and files are still here.`,
  });
}

/** Returns the browser's storage estimate; empty without HTTPS, where browsers have none. */
async function estimateStorage(): Promise<{ quota?: number; usage?: number }> {
  return (await navigator.storage?.estimate?.()) ?? {};
}
