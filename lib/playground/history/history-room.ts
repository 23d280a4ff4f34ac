/**
 * Room in a full browser: the traces of the conversations that were left the longest ago give way to what is written. Their
 * messages and files stay.
 */
import { addToast } from "../shell/toasts.ts";

/** Traces of all conversations, as the database has them. */
export type StoredTraces = {
  /** Conversations that have traces, and how much, in characters; the one left the longest ago first. */
  sizes(): AsyncIterable<{ sessionId: string; size: number }>;
  drop(sessionId: string): Promise<void>;
};

type Estimate = () => Promise<{ quota?: number; usage?: number }>;

/** Limit on what is dropped, as a multiple of what is missing: browsers store more than the characters of a record. */
const SLACK = 2;

/**
 * Returns a function that writes and, when the browser is full, drops old traces and tries again. It drops nothing when
 * all traces together are smaller than what is missing, and stops at twice of that.
 */
export function createRoom({ sizes, drop }: StoredTraces, estimate: Estimate = estimateStorage) {
  /** The reader knows that nothing more can be stored, until something can. */
  let toldFull = false;

  /**
   * Returns how much has to go, in bytes. The browser's own numbers count as far as they agree with its refusal: one that
   * says that there is room for all of it is not to be believed.
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
      tellFreed(conversations);
      return;
    }
    throw tellFull();
  }

  function tellFull(): Error {
    if (!toldFull) {
      addToast({
        title: "This browser’s storage is full",
        detail:
          "What is said from now on is gone when the page is closed. Copy or save it, or delete conversations that you no longer need.",
        kind: "error",
      });
    }
    toldFull = true;
    return new Error("This browser has no room left for files. Delete conversations that you no longer need.");
  }

  /**
   * @param size of what is written, in bytes; called only when the browser is full
   * @throws Error, with words for the screen, when there is no room
   */
  return async function withRoom(size: () => number, write: () => Promise<unknown>): Promise<void> {
    if (!(await fits(write))) await tryAgain(await missing(size()), write);
    toldFull = false;
  };
}

/** Writes. Returns whether there was room; rejects when anything else went wrong. */
async function fits(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "QuotaExceededError") return false;
    throw error;
  }
}

function tellFreed(conversations: number): void {
  const whose = conversations === 1 ? "an old conversation" : `${conversations} old conversations`;
  addToast({
    title: "This browser’s storage is full",
    detail: `The recorded requests of ${whose} made room. Messages and files are kept.`,
  });
}

/** Browsers that are not told over HTTPS have no estimate. */
async function estimateStorage(): Promise<{ quota?: number; usage?: number }> {
  return (await navigator.storage?.estimate?.()) ?? {};
}
