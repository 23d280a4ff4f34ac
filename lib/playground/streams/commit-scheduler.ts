/** Decides when received events become visible: rendering on every delta costs more frames than it shows. */

/** Milliseconds between two commits while the page is visible. */
const visibleInterval = 50;
/**
 * Milliseconds between two commits while the page is hidden: nothing is painted, so the text is only kept roughly
 * current.
 */
const hiddenInterval = 500;

export interface CommitScheduler {
  /** Requests a commit. The first one runs at once, so that the time to first token on screen is accurate. */
  request(): void;
  /** Runs a pending commit now: for the end of a stream, an error, a stop. */
  flush(): void;
  /** Drops a pending commit and ignores later requests. */
  dispose(): void;
}

/**
 * Batches calls of `commit`: at once the first time, then at most one per 50 ms, inside an animation frame; one per
 * 500 ms, by timer, while `document.hidden` (hidden pages get no animation frames).
 */
export function createCommitScheduler(commit: () => void): CommitScheduler {
  let lastCommit: number | undefined;
  let disposed = false;
  let cancelWait: (() => void) | undefined;

  function run() {
    cancelWait?.();
    cancelWait = undefined;
    lastCommit = performance.now();
    commit();
  }

  function waitForFrame() {
    const frame = requestAnimationFrame(() => {
      if (performance.now() - (lastCommit ?? 0) >= visibleInterval) run();
      else waitForFrame();
    });
    cancelWait = () => cancelAnimationFrame(frame);
  }

  function waitForTimer() {
    const elapsed = performance.now() - (lastCommit ?? 0);
    const timer = setTimeout(run, Math.max(0, hiddenInterval - elapsed));
    cancelWait = () => clearTimeout(timer);
  }

  function wait() {
    cancelWait?.();
    if (document.hidden) waitForTimer();
    else waitForFrame();
  }

  // Restarts the wait: one begun in one state would never end, or end too late, in the other.
  function onVisibilityChange() {
    if (cancelWait) wait();
  }
  document.addEventListener("visibilitychange", onVisibilityChange);

  return {
    request() {
      if (disposed || cancelWait) return;
      if (lastCommit === undefined) run();
      else wait();
    },
    flush() {
      if (!disposed && cancelWait) run();
    },
    dispose() {
      disposed = true;
      cancelWait?.();
      cancelWait = undefined;
      document.removeEventListener("visibilitychange", onVisibilityChange);
    },
  };
}
