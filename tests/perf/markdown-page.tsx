/** The page that the measurement drives: one scroller pinned to its end, one response, text at a steady rate. */
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { MarkdownStream } from "#components/markdown/markdown-stream.tsx";
import { createCommitScheduler } from "#lib/playground/streams/commit-scheduler.ts";
import "#app/globals.css";

export interface StreamResult {
  seconds: number;
  framesPerSecond: number;
  frameP95: number;
  frameMaximum: number;
  longTaskSeconds: number;
  longestTask: number;
  elements: number;
}

let wire = "";
let shown = { text: "", live: false };
const listeners = new Set<() => void>();
const scheduler = createCommitScheduler(() => show(wire, true));

function show(text: string, live: boolean) {
  shown = { text, live };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function Page() {
  const { text, live } = useSyncExternalStore(subscribe, () => shown);
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes the box grow
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [text]);
  return (
    <div ref={scroller} style={{ height: 720, overflowY: "auto" }}>
      <div style={{ maxWidth: 704, margin: "0 auto" }}>
        <MarkdownStream text={text} live={live} />
      </div>
    </div>
  );
}

/** Streams `text` in a hundred pieces a second, paced by a worker, whose timers the page's own work cannot delay. */
async function stream({ text, perSecond, before = "" }: { text: string; perSecond: number; before?: string }) {
  wire = before;
  show(before, before !== "");
  await settle();
  const frames: number[] = [];
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration)));
  observer.observe({ type: "longtask" });
  let last = performance.now();
  let running = true;
  requestAnimationFrame(function onFrame(now) {
    frames.push(now - last);
    last = now;
    if (running) requestAnimationFrame(onFrame);
  });
  const begin = performance.now();
  await feed(text, perSecond);
  show(wire, false);
  // The cost of highlighting the last blocks counts as part of the stream.
  await settle();
  running = false;
  observer.disconnect();
  return summarise({ frames: frames.slice(1), longTasks, seconds: (performance.now() - begin) / 1000 });
}

function feed(text: string, perSecond: number): Promise<void> {
  const source = "setInterval(() => postMessage(0), 10)";
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const begin = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    worker.onmessage = () => {
      const due = Math.min(text.length, Math.floor(((performance.now() - begin) / 1000) * perSecond));
      if (due > sent) wire += text.slice(sent, due);
      sent = due;
      scheduler.request();
      if (sent < text.length) return;
      worker.terminate();
      scheduler.flush();
      resolve();
    };
  });
}

function summarise({ frames, longTasks, seconds }: { frames: number[]; longTasks: number[]; seconds: number }) {
  const sorted = frames.toSorted((a, b) => a - b);
  const result: StreamResult = {
    seconds,
    framesPerSecond: frames.length / seconds,
    frameP95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    frameMaximum: sorted.at(-1) ?? 0,
    longTaskSeconds: longTasks.reduce((total, duration) => total + duration, 0) / 1000,
    longestTask: Math.max(0, ...longTasks),
    elements: document.querySelectorAll("*").length,
  };
  return result;
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2000));
}

/** Mounts a settled message and gives the milliseconds until it is painted. */
async function open(text: string): Promise<number> {
  show("", false);
  await settle();
  const begin = performance.now();
  show(text, false);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - begin;
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Page />);
Object.assign(window, { measure: { stream, open } });
