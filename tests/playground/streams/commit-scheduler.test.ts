import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCommitScheduler } from "#lib/playground/streams/commit-scheduler.ts";

const page = Object.assign(new EventTarget(), { hidden: false });
const commit = vi.fn();

function hide(hidden: boolean) {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  page.hidden = false;
  commit.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("createCommitScheduler", () => {
  it("commits the first request at once", () => {
    createCommitScheduler(commit).request();
    expect(commit).toHaveBeenCalledTimes(1);
  });

  it("commits at most once in 50 ms, and in the end shows what came last", () => {
    const scheduler = createCommitScheduler(commit);
    for (let millisecond = 0; millisecond < 1000; millisecond += 1) {
      scheduler.request();
      vi.advanceTimersByTime(1);
    }
    expect(commit.mock.calls.length).toBeGreaterThan(10);
    expect(commit.mock.calls.length).toBeLessThanOrEqual(21);
    const before = commit.mock.calls.length;
    scheduler.request();
    vi.advanceTimersByTime(100);
    expect(commit.mock.calls.length).toBe(before + 1);
  });

  it("commits nothing without a request", () => {
    const scheduler = createCommitScheduler(commit);
    scheduler.request();
    scheduler.flush();
    vi.advanceTimersByTime(1000);
    expect(commit).toHaveBeenCalledTimes(1);
  });

  it("commits once in 500 ms while the page is hidden", () => {
    const scheduler = createCommitScheduler(commit);
    scheduler.request();
    hide(true);
    scheduler.request();
    vi.advanceTimersByTime(499);
    expect(commit).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(commit).toHaveBeenCalledTimes(2);
  });

  it("does not lose a commit that waits for a frame when the page is hidden, nor one that waits when it is shown", () => {
    const scheduler = createCommitScheduler(commit);
    scheduler.request();
    scheduler.request();
    hide(true);
    vi.advanceTimersByTime(500);
    expect(commit).toHaveBeenCalledTimes(2);
    scheduler.request();
    hide(false);
    vi.advanceTimersByTime(100);
    expect(commit).toHaveBeenCalledTimes(3);
  });

  it("flushes a pending commit synchronously, once", () => {
    const scheduler = createCommitScheduler(commit);
    scheduler.request();
    scheduler.request();
    scheduler.flush();
    expect(commit).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1000);
    expect(commit).toHaveBeenCalledTimes(2);
  });

  it("does nothing once disposed", () => {
    const scheduler = createCommitScheduler(commit);
    scheduler.request();
    scheduler.request();
    scheduler.dispose();
    scheduler.request();
    scheduler.flush();
    hide(true);
    vi.advanceTimersByTime(1000);
    expect(commit).toHaveBeenCalledTimes(1);
  });
});
